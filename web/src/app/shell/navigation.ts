import { ICONS } from "@/app/shell/navigation-icons";
import { paths } from "@/shared/config/paths";

interface Screen {
  path: string;
  label: string;
  /** Beginnings of addresses that belong to it though they do not begin with its own. */
  also?: readonly string[];
}

interface Area {
  label: string;
  /** The outline of its icon. */
  icon: string;
  /** Its screens; the area itself leads to the first. */
  screens: readonly [Screen, ...Screen[]];
}

/** Where one can go: areas, and the screens of each. A screen that does not exist yet has no entry. */
export const AREAS: readonly Area[] = [
  { label: "Home", icon: ICONS.home, screens: [{ path: paths.admin, label: "Home" }] },
  {
    label: "Codes",
    icon: ICONS.code,
    screens: [
      {
        path: paths.codes,
        label: "All codes",
        also: [paths.createCode, "/admin/create-qr-success", paths.staticCode],
      },
      { path: paths.folders, label: "Folders", also: ["/admin/folder/"] },
      { path: paths.studio, label: "Code art" },
      { path: paths.slips, label: "Slips", also: ["/admin/slip/", "/admin/create-slip", "/admin/design-slip"] },
    ],
  },
  {
    label: "Pages",
    icon: ICONS.article,
    screens: [
      {
        path: paths.allPages,
        label: "All pages",
        also: ["/admin/update-page/", "/admin/add-new-page", paths.firstRun],
      },
      { path: paths.forms, label: "Forms" },
      { path: paths.templates, label: "Templates" },
      { path: paths.walls, label: "Walls" },
      { path: paths.notes, label: "Notes" },
      { path: paths.terms, label: "Terms" },
    ],
  },
  { label: "People", icon: ICONS.people, screens: [{ path: paths.customers, label: "Customers" }] },
  {
    label: "Rewards",
    icon: ICONS.gift,
    screens: [
      { path: paths.rewards, label: "All rewards" },
      { path: paths.till, label: "Till" },
    ],
  },
  {
    label: "Insights",
    icon: ICONS.chart,
    screens: [
      { path: paths.analytics, label: "Analytics" },
      { path: paths.reports, label: "Reports" },
      { path: paths.sql, label: "SQL" },
      { path: paths.dataDictionary, label: "Data dictionary" },
    ],
  },
  {
    label: "Settings",
    icon: ICONS.settings,
    screens: [
      { path: paths.account, label: "Account" },
      { path: paths.organizationSettings, label: "Organisation" },
      { path: paths.members, label: "Members" },
      { path: paths.brand, label: "Brand" },
      { path: paths.domains, label: "Domains" },
      { path: paths.apiKeys, label: "API keys" },
      { path: paths.notifications, label: "Notifications" },
      { path: paths.privacy, label: "Privacy" },
    ],
  },
];

function isIn(screen: Screen, pathname: string): boolean {
  // Every address begins with that of the first screen.
  if (screen.path === paths.admin) {
    return pathname === paths.admin || pathname === `${paths.admin}/`;
  }
  return (
    pathname === screen.path ||
    pathname.startsWith(`${screen.path}/`) ||
    (screen.also?.some((beginning) => pathname.startsWith(beginning)) ?? false)
  );
}

/** The area and the screen that an address belongs to, by their first addresses. */
export function placeOf(pathname: string): { area: string | null; screen: string | null } {
  for (const { screens } of AREAS) {
    const screen = screens.find((one) => isIn(one, pathname));
    if (screen !== undefined) {
      return { area: screens[0].path, screen: screen.path };
    }
  }
  return { area: null, screen: null };
}
