import ExploreOffOutlinedIcon from "@mui/icons-material/ExploreOffOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useEffect } from "react";
import { Link, useLocation } from "react-router";
import { useSession } from "@/shared/auth/session";
import { EmptyState } from "@/shared/components/state-views";
import { Wordmark } from "@/shared/components/wordmark";
import { paths } from "@/shared/config/paths";

/** There is no such page. Said only once loading has finished. */
export function NotFound() {
  const { status } = useSession();
  const isInAdmin = useLocation().pathname.startsWith(paths.admin);
  const isLoading = status === "loading";
  useEffect(() => {
    if (!isLoading) {
      document.title = "Page not found · Waypost";
    }
  }, [isLoading]);
  if (isLoading) {
    return null;
  }
  return (
    <Box component={isInAdmin ? "div" : "main"}>
      {isInAdmin ? null : (
        <Box component={Link} to={paths.home} aria-label="Waypost, start page" sx={{ display: "inline-block", m: 2.5, color: "inherit", textDecoration: "none" }}>
          <Wordmark />
        </Box>
      )}
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
    </Box>
  );
}
