import ExploreOffOutlinedIcon from "@mui/icons-material/ExploreOffOutlined";
import Button from "@mui/material/Button";
import { useEffect } from "react";
import { Link } from "react-router";
import { useSession } from "@/shared/auth/session";
import { EmptyState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";

/** There is no such page. Said only once loading has finished. */
export function NotFound() {
  const { status } = useSession();
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
    <main>
      <h1 className="visually-hidden">Page not found</h1>
      <EmptyState
        icon={<ExploreOffOutlinedIcon />}
        title="Page not found"
        text="There is no page at this address. It may have moved, or a letter is missing."
        action={
          <Button component={Link} to={status === "authenticated" ? paths.codes : paths.home} variant="contained">
            {status === "authenticated" ? "Go to my codes" : "Go to the start page"}
          </Button>
        }
      />
    </main>
  );
}
