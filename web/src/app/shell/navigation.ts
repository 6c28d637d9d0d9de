import { ICONS } from "@/app/shell/navigation-icons";
import { paths } from "@/shared/config/paths";

interface Entry {
  path: string;
  label: string;
  shortLabel: string;
  /** The outline of its icon. */
  icon: string;
  /** Behind "More" on phones, where the bar has room for a few only. */
  isAside?: boolean;
}

/** Where one can go; a screen that does not exist yet has no entry. */
export const NAVIGATION: readonly Entry[] = [
  { path: paths.codes, label: "My codes", shortLabel: "Codes", icon: ICONS.code },
  { path: paths.folders, label: "Folders", shortLabel: "Folders", icon: ICONS.folder, isAside: true },
  { path: paths.createCode, label: "Create a code", shortLabel: "Create", icon: ICONS.add },
  { path: paths.allPages, label: "Pages", shortLabel: "Pages", icon: ICONS.article },
  { path: paths.studio, label: "AI studio", shortLabel: "Studio", icon: ICONS.stars, isAside: true },
  { path: paths.walls, label: "Walls", shortLabel: "Walls", icon: ICONS.pictures, isAside: true },
  { path: paths.notes, label: "Notes", shortLabel: "Notes", icon: ICONS.note, isAside: true },
  { path: paths.slips, label: "Slips", shortLabel: "Slips", icon: ICONS.slip, isAside: true },
  { path: paths.terms, label: "Terms", shortLabel: "Terms", icon: ICONS.gavel, isAside: true },
  { path: paths.analytics, label: "Analytics", shortLabel: "Analytics", icon: ICONS.chart },
  { path: paths.reports, label: "Reports", shortLabel: "Reports", icon: ICONS.table, isAside: true },
  { path: paths.sql, label: "SQL", shortLabel: "SQL", icon: ICONS.terminal, isAside: true },
  { path: paths.profile, label: "Profile", shortLabel: "Profile", icon: ICONS.account, isAside: true },
];

/** Screens that belong to an entry though their address does not begin with its own. */
const BELONGS: readonly (readonly [beginning: string, entry: string])[] = [
  ["/admin/create-qr-success", paths.codes],
  [paths.staticCode, paths.createCode],
  ["/admin/folder/", paths.folders],
  ["/admin/update-page/", paths.allPages],
  ["/admin/add-new-page", paths.allPages],
  [paths.templates, paths.allPages],
  [paths.firstRun, paths.allPages],
  ["/admin/slip/", paths.slips],
  ["/admin/create-slip", paths.slips],
  [paths.dataDictionary, paths.analytics],
];

/** The entry that a path belongs to. */
export function entryOf(pathname: string): string | false {
  const elsewhere = BELONGS.find(([beginning]) => pathname.startsWith(beginning));
  if (elsewhere !== undefined) {
    return elsewhere[1];
  }
  return NAVIGATION.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`))?.path ?? false;
}
