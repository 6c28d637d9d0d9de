import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import GroupOffOutlinedIcon from "@mui/icons-material/GroupOffOutlined";
import Button from "@mui/material/Button";
import { lazy, Suspense, useEffect } from "react";
import { Outlet } from "react-router";
import { ApiError } from "@/shared/api/errors";
import { isUnreadable } from "@/shared/api/unreadable";
import { chooseOrganization } from "@/shared/auth/chosen-organization";
import { LoginProblem } from "@/shared/auth/login-problem";
import { SessionOver } from "@/shared/auth/session-over";
import { useSession } from "@/shared/auth/session";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";
import { useOrganizationData } from "@/shared/organization/organization";

// Its form is not for every start of the app.
const CreateOrganization = lazy(() =>
  import("@/features/org/organization/components/create-organization").then(({ CreateOrganization: Form }) => ({
    default: Form,
  })),
);

/** Renders its children for members of an organisation only; others see how to become one. */
export function Protected() {
  const { status, problem, login, resume } = useSession();
  const organization = useOrganizationData();
  const mustLogIn = status === "anonymous" && problem === null;
  useEffect(() => {
    if (mustLogIn) {
      login();
    }
  }, [mustLogIn, login]);

  const retry = () => {
    resume();
    // Nothing else may ask for long, and only an answer tells.
    void organization.refetch();
  };

  // The same screen, whatever stands above it.
  const screen = <Outlet key="screen" />;

  if (problem !== null && organization.data !== undefined) {
    // What somebody is writing stays where it is.
    return (
      <>
        <SessionOver problem={problem} onRetry={retry} />
        {screen}
      </>
    );
  }
  if (problem !== null) {
    return <LoginProblem problem={problem} onRetry={() => login()} />;
  }
  if (status !== "authenticated" || organization.isPending) {
    return null;
  }
  if (isUnreadable(organization)) {
    const { error } = organization;
    if (error instanceof ApiError && error.code === "not_a_member") {
      return <NotAMember />;
    }
    return error instanceof ApiError && error.code === "no_organization" ? (
      <Suspense fallback={null}>
        <CreateOrganization />
      </Suspense>
    ) : (
      <ErrorState
        title={t`Your organisation couldn’t be loaded`}
        error={error}
        onRetry={() => void organization.refetch()}
      />
    );
  }
  return screen;
}

/** Somebody was removed, has left, or followed a link into an organisation that is not theirs. */
function NotAMember() {
  return (
    <EmptyState
      isScreen
      icon={<GroupOffOutlinedIcon />}
      title={t`You don’t belong to this organisation`}
      text={t`You may have left it or been removed, or it was deleted. To join it, ask one of its admins to invite you.`}
      action={
        <Button
          variant="contained"
          onClick={() => {
            chooseOrganization(null);
            window.location.assign(paths.admin);
          }}
        >
          <Trans>Continue</Trans>
        </Button>
      }
    />
  );
}
