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

// Loaded on demand, because most visits to the app do not need its form.
const CreateOrganization = lazy(() =>
  import("@/features/org/organization/components/create-organization").then(({ CreateOrganization: Form }) => ({
    default: Form,
  })),
);

/** Renders its child routes for members of an organisation only. Others see how to join or create one. */
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
    // Nothing else may send a request for a long time, and only a response shows whether the problem is solved.
    void organization.refetch();
  };

  // The key preserves the screen, whatever is rendered above it.
  const screen = <Outlet key="screen" />;

  if (problem !== null && organization.data !== undefined) {
    // Unsaved input stays in place.
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

/** Shown to a person who was removed, has left, or followed a link to somebody else's organisation. */
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
