import AccountCircleOutlinedIcon from "@mui/icons-material/AccountCircleOutlined";
import AddBoxOutlinedIcon from "@mui/icons-material/AddBoxOutlined";
import InsightsIcon from "@mui/icons-material/Insights";
import QrCode2Icon from "@mui/icons-material/QrCode2";
import { paths } from "@/shared/config/paths";

/** Where one can go; a screen that does not exist yet has no entry. */
export const NAVIGATION = [
  { path: paths.codes, label: "My codes", shortLabel: "Codes", Icon: QrCode2Icon },
  { path: paths.createCode, label: "Create a code", shortLabel: "Create", Icon: AddBoxOutlinedIcon },
  { path: paths.analytics, label: "Analytics", shortLabel: "Analytics", Icon: InsightsIcon },
  { path: paths.profile, label: "Profile", shortLabel: "Profile", Icon: AccountCircleOutlinedIcon },
] as const;

/** The entry that a path belongs to. */
export function entryOf(pathname: string): string | false {
  return NAVIGATION.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`))?.path ?? false;
}
