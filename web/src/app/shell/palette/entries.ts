import { AREAS } from "@/app/shell/navigation";
import { paths } from "@/shared/config/paths";
import { reaches, type Role } from "@/shared/organization/organization";

/** What kind of thing an entry is; entries of one kind stand together. */
type Group = "Recent" | "Actions" | "Organisations" | "Screens" | "Codes" | "Pages" | "Forms";

/** What an action does that leads to no address. */
export type Act = "invite" | "create-organization" | "toggle-theme" | "log-out" | { switchTo: string };

/** Something that the palette finds. */
export interface Entry {
  id: string;
  group: Group;
  label: string;
  /** What tells it from others of the same name. */
  hint?: string;
  /** Other words by which it is found. */
  words?: string;
  target: { path: string } | { act: Act };
}

interface Action extends Omit<Entry, "group"> {
  needs?: Role;
}

const ACTIONS: readonly Action[] = [
  {
    id: "action:create-code",
    label: "Create code",
    words: "new qr code add",
    needs: "editor",
    target: { path: paths.createCode },
  },
  {
    id: "action:static-code",
    label: "Create static code",
    words: "new wi-fi wifi vcard contact",
    needs: "editor",
    target: { path: paths.staticCode },
  },
  {
    id: "action:new-page",
    label: "New page",
    words: "create landing page add",
    needs: "editor",
    target: { path: paths.newPage() },
  },
  {
    id: "action:invite",
    label: "Invite a person…",
    words: "add member colleague team",
    needs: "admin",
    target: { act: "invite" },
  },
  {
    id: "action:toggle-theme",
    label: "Toggle light and dark mode",
    words: "theme appearance",
    target: { act: "toggle-theme" },
  },
  {
    id: "action:create-organization",
    label: "Create organisation…",
    words: "new organization tenant",
    target: { act: "create-organization" },
  },
  {
    id: "action:log-out",
    label: "Log out",
    words: "sign out",
    target: { act: "log-out" },
  },
];

const SCREENS: readonly Entry[] = AREAS.flatMap(({ label: area, screens }) =>
  screens.map(({ path, label }) => ({
    id: `screen:${path}`,
    group: "Screens" as const,
    label,
    target: { path },
    ...(area === label ? {} : { hint: area }),
  })),
);

/** Actions that the role allows, then the other organisations, then the screens. */
export function builtInEntries(
  role: string,
  others: readonly { org_id: string; org_name: string; role: string }[],
): Entry[] {
  return [
    ...ACTIONS.filter(({ needs }) => needs === undefined || reaches(role, needs)).map((action): Entry => ({
      ...action,
      group: "Actions",
    })),
    ...others.map((one): Entry => ({
      id: `organization:${one.org_id}`,
      group: "Organisations",
      label: `Switch to ${one.org_name}`,
      hint: one.role,
      words: "organization organisation",
      target: { act: { switchTo: one.org_id } },
    })),
    ...SCREENS,
  ];
}

/** Whether each word that was typed begins a word of the entry. */
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
