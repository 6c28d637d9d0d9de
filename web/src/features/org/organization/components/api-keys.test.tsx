import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ApiKeys } from "@/features/org/organization/components/api-keys";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const key = (name: string, role: string, effective_role: string | null, revoked_at: string | null = null) => ({
  key_id: name,
  name,
  role,
  effective_role,
  prefix: "wp_abcdefg",
  created_at: "2026-06-01T12:00:00Z",
  created_by: "usr_1",
  created_by_name: "Ana",
  last_used_at: null,
  revoked_at,
});

afterEach(() => vi.restoreAllMocks());

test("a key with fewer permissions than at creation shows both roles", async () => {
  const items = [
    key("Till", "admin", "viewer"),
    key("Door", "editor", "editor"),
    key("Old", "admin", null, "2026-06-02T12:00:00Z"),
  ];
  vi.spyOn(calls, "POST").mockImplementation(() =>
    Promise.resolve({ data: { action: "list", items }, response: new Response() }),
  );
  renderApp(<ApiKeys ownRole="owner" zone="UTC" />);

  expect(await screen.findByText("viewer, created as admin")).toBeVisible();
  expect(screen.getByText("editor")).toBeVisible();
  expect(screen.getByText("admin")).toBeVisible();
  expect(screen.getByText("Revoked")).toBeVisible();
});
