import ExploreOffOutlinedIcon from "@mui/icons-material/ExploreOffOutlined";
import Button from "@mui/material/Button";
import { Link, useLocation } from "react-router";
import { SiteFrame } from "@/features/insights/home/components/site-frame";
import { useSession } from "@/shared/auth/session";
import { EmptyState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";

/** There is no such page. Said only once loading has finished. */
export function NotFound() {
  const { status } = useSession();
  const isInAdmin = useLocation().pathname.startsWith(paths.admin);
  const isLoading = status === "loading";
  if (isLoading) {
    return null;
  }
  const said = (
    <EmptyState
      isScreen
      icon={<ExploreOffOutlinedIcon />}
      title="Page not found"
      text="There is no page at this address. It may have moved, or a letter is missing."
      action={
        <Button component={Link} to={status === "authenticated" ? paths.codes : paths.home} variant="contained">
          {status === "authenticated" ? "Go to my codes" : "Go to the start page"}
        </Button>
      }
    />
  );
  return isInAdmin ? said : <SiteFrame>{said}</SiteFrame>;
}
