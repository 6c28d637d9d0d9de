import { afterEach, beforeEach, expect, test } from "vitest";
import { AddDomain } from "@/features/hosts/custom-domains/components/add-domain";
import { DomainCard } from "@/features/hosts/custom-domains/components/domain-card";
import type { Domain } from "@/shared/domains/domains";
import { speakEnglish, speakPseudo, untranslated } from "@/shared/testing/pseudo-locale";
import { renderApp } from "@/shared/testing/render";

const DOMAIN = {
  domain_id: "dom_1",
  host: "go.example.com",
  shown_host: "go.example.com",
  is_proven: true,
  checked_at: "2026-11-23T08:00:00Z",
  lost_at: null,
  problem: null,
  home_url: null,
  unknown_url: null,
  home_problem: null,
  unknown_problem: null,
  is_default: true,
  codes: 3,
} as unknown as Domain;

/** Hosts, dates formatted by the browser, the type of a DNS record, and URL schemes. */
const DATA = /[\w.]+\.(com|test)|Nov 23, 2026, 8:00\sAM|TXT|https:\/\//g;

beforeEach(speakPseudo);
afterEach(speakEnglish);

test.each([
  ["verified", DOMAIN],
  ["failing", { ...DOMAIN, lost_at: "2026-11-23T08:00:00Z" }],
  ["new", { ...DOMAIN, is_proven: false, checked_at: null, is_default: false }],
] as const)("nothing of a domain that is %s is left in English in another language", (_, domain) => {
  const { container } = renderApp(
    <DomainCard domain={domain} zone="UTC" mayEdit productHost="waypost.test" onRemove={() => undefined} />,
  );
  expect(untranslated(container, DATA)).toEqual([]);
});

test("the form that adds a domain contains no English text in another language", () => {
  const { container } = renderApp(<AddDomain isFull={false} />);
  expect(untranslated(container, DATA)).toEqual([]);
});
