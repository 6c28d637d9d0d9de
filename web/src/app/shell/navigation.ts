import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { ICONS } from "@/app/shell/navigation-icons";
import { paths } from "@/shared/config/paths";

interface Screen {
  path: string;
  label: MessageDescriptor;
  /** Other prefixes of addresses that belong to this screen. */
  also?: readonly string[];
}

interface Area {
  label: MessageDescriptor;
  /** The outline of its icon. */
  icon: string;
  /** Its screens; the area itself leads to the first. */
  screens: readonly [Screen, ...Screen[]];
}

/** Areas with a place of their own in the bar at the bottom of a phone. */
const IN_THE_BAR: ReadonlySet<string> = new Set([paths.admin, paths.codes, paths.allPages, paths.analytics]);

/** The areas of the navigation and their screens. A screen that does not exist yet has no entry. */
export const AREAS: readonly Area[] = [
  { label: msg`Home`, icon: ICONS.home, screens: [{ path: paths.admin, label: msg`Home` }] },
  {
    label: msg`Codes`,
    icon: ICONS.code,
    screens: [
      {
        path: paths.codes,
        label: msg`All codes`,
        also: [paths.createCode, "/admin/create-qr-success", paths.staticCode],
      },
      { path: paths.folders, label: msg`Folders`, also: ["/admin/folder/"] },
      { path: paths.studio, label: msg`Code art` },
      { path: paths.slips, label: msg`Slips`, also: ["/admin/slip/", "/admin/create-slip", "/admin/design-slip"] },
    ],
  },
  {
    label: msg`Pages`,
    icon: ICONS.article,
    screens: [
      {
        path: paths.allPages,
        label: msg`All pages`,
        also: ["/admin/update-page/", "/admin/add-new-page", paths.firstRun],
      },
      { path: paths.forms, label: msg`Forms` },
      { path: paths.templates, label: msg`Templates` },
      { path: paths.walls, label: msg`Walls` },
      { path: paths.notes, label: msg`Notes` },
      { path: paths.terms, label: msg`Terms` },
    ],
  },
  {
    label: msg`People`,
    icon: ICONS.people,
    screens: [
      { path: paths.customers, label: msg`Customers` },
      { path: paths.segments, label: msg`Segments` },
      { path: paths.contactRules, label: msg`Contact rules` },
    ],
  },
  {
    label: msg`Messages`,
    icon: ICONS.send,
    screens: [
      { path: paths.campaigns, label: msg`Campaigns` },
      { path: paths.smsCampaigns, label: msg`Text campaigns` },
      { path: paths.automations, label: msg`Automations` },
      { path: paths.inbox, label: msg`Inbox` },
      { path: paths.senders, label: msg`Senders` },
      { path: paths.sandbox, label: msg`Sandbox` },
    ],
  },
  {
    label: msg`Rewards`,
    icon: ICONS.gift,
    screens: [
      { path: paths.rewards, label: msg`All rewards` },
      { path: paths.earningRules, label: msg`Earning rules` },
      { path: paths.orders, label: msg`Orders` },
      { path: paths.till, label: msg`Till` },
      { path: paths.tills, label: msg`Staff` },
      { path: paths.games, label: msg`Games` },
      { path: paths.referrals, label: msg`Referrals` },
      { path: paths.rewardReports, label: msg`Reports` },
    ],
  },
  {
    label: msg`Passes`,
    icon: ICONS.card,
    screens: [
      { path: paths.passes, label: msg`All passes` },
      { path: paths.passHolders, label: msg`Holders` },
      { path: paths.passTemplates, label: msg`Templates` },
      { path: paths.passUpdates, label: msg`Updates` },
    ],
  },
  {
    label: msg`Insights`,
    icon: ICONS.chart,
    screens: [
      { path: paths.analytics, label: msg`Analytics` },
      { path: paths.reports, label: msg`Reports` },
      { path: paths.sql, label: msg`SQL` },
      { path: paths.dataDictionary, label: msg`Data dictionary` },
    ],
  },
  {
    label: msg`Settings`,
    icon: ICONS.settings,
    screens: [
      { path: paths.account, label: msg`Account` },
      { path: paths.organizationSettings, label: msg`Organisation` },
      { path: paths.members, label: msg`Members` },
      { path: paths.brand, label: msg`Brand` },
      { path: paths.domains, label: msg`Domains` },
      { path: paths.integrations, label: msg`Integrations` },
      { path: paths.walletSettings, label: msg`Wallet` },
      { path: paths.apiKeys, label: msg`API keys` },
      { path: paths.notifications, label: msg`Notifications` },
      { path: paths.privacy, label: msg`Privacy` },
      { path: paths.payment, label: msg`Payment` },
    ],
  },
];

function isInTheBar({ screens }: Area): boolean {
  return IN_THE_BAR.has(screens[0].path);
}

/** On phones, the areas in the bar at the bottom. The others are in its menu. */
export const BAR_AREAS = AREAS.filter(isInTheBar);
export const MORE_AREAS = AREAS.filter((area) => !isInTheBar(area));

function isIn(screen: Screen, pathname: string): boolean {
  // The address of the first screen is a prefix of every address.
  if (screen.path === paths.admin) {
    return pathname === paths.admin || pathname === `${paths.admin}/`;
  }
  return (
    pathname === screen.path ||
    pathname.startsWith(`${screen.path}/`) ||
    (screen.also?.some((beginning) => pathname.startsWith(beginning)) ?? false)
  );
}

/** Returns the area and the screen to which an address belongs, each by the address of its first screen or itself. */
export function placeOf(pathname: string): { area: string | null; screen: string | null } {
  for (const { screens } of AREAS) {
    // The address of one screen may be a prefix of another's, so an exact match comes first.
    const screen = screens.find((one) => one.path === pathname) ?? screens.find((one) => isIn(one, pathname));
    if (screen !== undefined) {
      return { area: screens[0].path, screen: screen.path };
    }
  }
  return { area: null, screen: null };
}
