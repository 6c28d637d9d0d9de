import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import LockOutlinedIcon from "@mui/icons-material/LockOutlined";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { Link } from "react-router";
import { PageHeader } from "@/shared/components/page-header";
import { EmptyState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";

/** Replaces a form that a viewer could fill in but never save. */
export function EditorsOnly({
  title,
  text,
  back,
}: {
  title: string;
  /** What only editors can do, as a sentence. */
  text: string;
  back: { to: string; label: string };
}) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState
        isScreen
        icon={<LockOutlinedIcon />}
        title={t`You are a viewer`}
        text={t`${text} An admin can make you an editor under Members.`}
        action={
          <Button component={Link} to={back.to} variant="contained">
            {back.label}
          </Button>
        }
      />
    </>
  );
}

/** A note above content that a viewer can only read. */
export function ViewerNote({ text }: { text: string }) {
  return (
    <Alert
      severity="info"
      sx={{ mb: 3 }}
      action={
        <Button component={Link} to={paths.members} color="inherit" size="small">
          <Trans>Members</Trans>
        </Button>
      }
    >
      {text}
    </Alert>
  );
}
