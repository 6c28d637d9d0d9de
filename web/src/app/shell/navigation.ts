import AccountCircleOutlinedIcon from "@mui/icons-material/AccountCircleOutlined";
import AddBoxOutlinedIcon from "@mui/icons-material/AddBoxOutlined";
import ArticleOutlinedIcon from "@mui/icons-material/ArticleOutlined";
import AutoAwesomeIcon from "@mui/icons-material/AutoAwesome";
import FolderOutlinedIcon from "@mui/icons-material/FolderOutlined";
import GavelIcon from "@mui/icons-material/Gavel";
import InsightsIcon from "@mui/icons-material/Insights";
import PhotoLibraryOutlinedIcon from "@mui/icons-material/PhotoLibraryOutlined";
import QrCode2Icon from "@mui/icons-material/QrCode2";
import ReceiptLongOutlinedIcon from "@mui/icons-material/ReceiptLongOutlined";
import TableChartOutlinedIcon from "@mui/icons-material/TableChartOutlined";
import StickyNote2OutlinedIcon from "@mui/icons-material/StickyNote2Outlined";
import { paths } from "@/shared/config/paths";

interface Entry {
  path: string;
  label: string;
  shortLabel: string;
  Icon: typeof QrCode2Icon;
  /** Behind "More" on phones, where the bar has room for a few only. */
  isAside?: boolean;
}

/** Where one can go; a screen that does not exist yet has no entry. */
export const NAVIGATION: readonly Entry[] = [
  { path: paths.codes, label: "My codes", shortLabel: "Codes", Icon: QrCode2Icon },
  { path: paths.folders, label: "Folders", shortLabel: "Folders", Icon: FolderOutlinedIcon, isAside: true },
  { path: paths.createCode, label: "Create a code", shortLabel: "Create", Icon: AddBoxOutlinedIcon },
  { path: paths.allPages, label: "Pages", shortLabel: "Pages", Icon: ArticleOutlinedIcon },
  { path: paths.studio, label: "AI studio", shortLabel: "Studio", Icon: AutoAwesomeIcon, isAside: true },
  { path: paths.walls, label: "Walls", shortLabel: "Walls", Icon: PhotoLibraryOutlinedIcon, isAside: true },
  { path: paths.notes, label: "Notes", shortLabel: "Notes", Icon: StickyNote2OutlinedIcon, isAside: true },
  { path: paths.slips, label: "Slips", shortLabel: "Slips", Icon: ReceiptLongOutlinedIcon, isAside: true },
  { path: paths.terms, label: "Terms", shortLabel: "Terms", Icon: GavelIcon, isAside: true },
  { path: paths.analytics, label: "Analytics", shortLabel: "Analytics", Icon: InsightsIcon },
  { path: paths.reports, label: "Reports", shortLabel: "Reports", Icon: TableChartOutlinedIcon, isAside: true },
  { path: paths.profile, label: "Profile", shortLabel: "Profile", Icon: AccountCircleOutlinedIcon, isAside: true },
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
