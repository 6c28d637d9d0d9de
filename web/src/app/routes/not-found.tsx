import { t } from "@lingui/core/macro";
import ExploreOffOutlinedIcon from "@mui/icons-material/ExploreOffOutlined";
import Button from "@mui/material/Button";
import { Link, useLocation } from "react-router";
import { SiteFrame } from "@/shared/components/site-frame";
import { useSession } from "@/shared/auth/session";
import { EmptyState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";

/** The not-found page, shown only once loading has finished. */
export function NotFound() {
  const { status } = useSession();
  const isInAdmin = useLocation().pathname.startsWith(paths.admin);
  const isLoading = status === "loading";
  if (isLoading) {
    return null;
  }
  const content = (
    <EmptyState
      isScreen
      icon={<ExploreOffOutlinedIcon />}
      title={t`Page not found`}
      text={t`There is no page at this URL. It may have moved, or the URL is incorrect.`}
      action={
        <Button component={Link} to={status === "authenticated" ? paths.codes : paths.home} variant="contained">
          {status === "authenticated" ? t`Go to my codes` : t`Go to home`}
        </Button>
      }
    />
  );
  return isInAdmin ? content : <SiteFrame>{content}</SiteFrame>;
}
