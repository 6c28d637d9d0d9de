import LockOutlinedIcon from "@mui/icons-material/LockOutlined";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { Link } from "react-router";
import { PageHeader } from "@/shared/components/page-header";
import { EmptyState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";

/** In place of a form that a viewer could fill in and never save. */
export function EditorsOnly({
  title,
  what,
  back,
}: {
  title: string;
  what: string;
  back: { to: string; label: string };
}) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState
        isScreen
        icon={<LockOutlinedIcon />}
        title="You are a viewer"
        text={`Viewers see everything and change nothing. Editors can ${what}; an admin can give you that role under Members.`}
        action={
          <Button component={Link} to={back.to} variant="contained">
            {back.label}
          </Button>
        }
      />
    </>
  );
}

/** Above what a viewer reads as text. */
export function ViewerNote({ what }: { what: string }) {
  return (
    <Alert
      severity="info"
      sx={{ mb: 3 }}
      action={
        <Button component={Link} to={paths.members} color="inherit" size="small">
          Members
        </Button>
      }
    >
      You are a viewer: you can read this, but only editors can {what}.
    </Alert>
  );
}
