import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { Link } from "react-router";
import { PICTURE_PANELS } from "@/app/picture-panels";
import { CreateCode } from "@/features/codes/codes/components/create-code";
import { LoginProblem } from "@/shared/auth/login-problem";
import { useSession } from "@/shared/auth/session";
import { SessionOver } from "@/shared/auth/session-over";
import { PageHeader } from "@/shared/components/page-header";
import { paths } from "@/shared/config/paths";
import { reaches, useOrganizationData } from "@/shared/organization/organization";

/** Not behind the login: anybody may begin here. */
export function Component() {
  const { status, problem, login, resume } = useSession();
  const organization = useOrganizationData();
  const retry = () => {
    resume();
    void organization.refetch();
  };
  if (problem !== null && organization.data === undefined) {
    return <LoginProblem problem={problem} onRetry={() => login()} />;
  }
  if (status === "loading") {
    return null;
  }
  const isViewer = organization.data !== undefined && !reaches(organization.data.role, "editor");
  return (
    <>
      {/* What somebody is writing stays where it is. */}
      {problem === null ? null : <SessionOver problem={problem} onRetry={retry} />}
      <PageHeader
        title="Create a code"
        subtitle="You can change the destination at any time, even after printing."
        actions={
          status === "authenticated" ? (
            <Button component={Link} to={paths.staticCode}>
              Wi-Fi, contact, product …
            </Button>
          ) : undefined
        }
      />
      {isViewer ? (
        <Alert severity="info" sx={{ mb: 3 }}>
          You are a viewer. You can try this form, but only editors can create codes.
        </Alert>
      ) : null}
      <CreateCode panels={PICTURE_PANELS} />
    </>
  );
}
