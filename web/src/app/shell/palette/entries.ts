import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { AREAS } from "@/app/shell/navigation";
import { paths } from "@/shared/config/paths";
import { reaches, type Role } from "@/shared/organization/organization";

/** The kind of an entry. Entries of one kind are listed together. */
type Group = "recent" | "actions" | "organizations" | "screens" | "codes" | "pages" | "forms";

/** The effect of an action that does not lead to an address. */
export type Act = "invite" | "create-organization" | "toggle-theme" | "log-out" | { switchTo: string };

/** A result of the palette. */
export interface Entry {
  id: string;
  group: Group;
  label: string;
  /** Distinguishes the entry from others of the same name. */
  hint?: string;
  /** Other words that find the entry. */
  words?: string;
  target: { path: string } | { act: Act };
}

interface Action {
  id: string;
  label: MessageDescriptor;
  words: MessageDescriptor;
  target: Entry["target"];
  needs?: Role;
}

const ACTIONS: readonly Action[] = [
  {
    id: "action:create-code",
    label: msg`Create code`,
    words: msg`new qr code add`,
    needs: "editor",
    target: { path: paths.createCode },
  },
  {
    id: "action:static-code",
    label: msg`Create static code`,
    words: msg`new wi-fi wifi vcard contact`,
    needs: "editor",
    target: { path: paths.staticCode },
  },
  {
    id: "action:new-page",
    label: msg`New page`,
    words: msg`create landing page add`,
    needs: "editor",
    target: { path: paths.newPage() },
  },
  {
    id: "action:new-game",
    label: msg`New game`,
    words: msg`create wheel scratch slot quiz memory prize draw`,
    needs: "editor",
    target: { path: paths.newGame() },
  },
  {
    id: "action:invite",
    label: msg`Invite a person…`,
    words: msg`add member colleague team`,
    needs: "admin",
    target: { act: "invite" },
  },
  {
    id: "action:toggle-theme",
    label: msg`Toggle light and dark mode`,
    words: msg`theme appearance`,
    target: { act: "toggle-theme" },
  },
  {
    id: "action:create-organization",
    label: msg`Create organisation…`,
    words: msg`new organization tenant`,
    target: { act: "create-organization" },
  },
  {
    id: "action:log-out",
    label: msg`Log out`,
    words: msg`sign out`,
    target: { act: "log-out" },
  },
];

function screenEntries(): Entry[] {
  return AREAS.flatMap((area) =>
    area.screens.map(({ path, label }) => ({
      id: `screen:${path}`,
      group: "screens" as const,
      label: t(label),
      target: { path },
      ...(t(area.label) === t(label) ? {} : { hint: t(area.label) }),
    })),
  );
}

/** Returns the actions that the role allows, then the other organisations, then the screens. */
export function builtInEntries(
  role: string,
  others: readonly { org_id: string; org_name: string; role: string }[],
): Entry[] {
  return [
    ...ACTIONS.filter(({ needs }) => needs === undefined || reaches(role, needs)).map(
      ({ id, label, words, target }): Entry => ({ id, group: "actions", label: t(label), words: t(words), target }),
    ),
    ...others.map((one): Entry => ({
      id: `organization:${one.org_id}`,
      group: "organizations",
      label: t`Switch to ${one.org_name}`,
      hint: one.role,
      words: t`organization organisation`,
      target: { act: { switchTo: one.org_id } },
    })),
    ...screenEntries(),
  ];
}

/** Whether each typed word is a prefix of a word of the entry. */
export function matches(entry: Entry, typed: string): boolean {
  const words = wordsOf(`${entry.label} ${entry.hint ?? ""} ${entry.words ?? ""}`);
  return wordsOf(typed).every((beginning) => words.some((word) => word.startsWith(beginning)));
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
