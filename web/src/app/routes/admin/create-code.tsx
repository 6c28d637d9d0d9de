import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import { useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import { PICTURE_PANELS } from "@/app/picture-panels";
import type { CodeForm } from "@/features/codes/codes/code-form";
import { CreateCode } from "@/features/codes/codes/components/create-code";
import { KindSelect } from "@/features/codes/codes/components/kind-select";
import { StaticCode } from "@/features/codes/qr-picture/components/static-code";
import { CONTENT_KINDS } from "@/features/codes/qr-picture/static-contents";
import { LoginProblem } from "@/shared/auth/login-problem";
import { useSession } from "@/shared/auth/session";
import { SessionOver } from "@/shared/auth/session-over";
import { EditorsOnly } from "@/shared/components/editors-only";
import { PageHeader } from "@/shared/components/page-header";
import { paths } from "@/shared/config/paths";
import { reaches, useOrganizationData } from "@/shared/organization/organization";

/** Not behind the login: anyone can start here. */
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
  if (organization.data !== undefined && !reaches(organization.data.role, "editor")) {
    return (
      <EditorsOnly
        title={t`Create a code`}
        text={t`Only editors can create codes.`}
        back={{ to: paths.codes, label: t`My codes` }}
      />
    );
  }
  return (
    <>
      {/* What somebody is writing stays where it is. */}
      {problem === null ? null : <SessionOver problem={problem} onRetry={retry} />}
      <PageHeader title={t`Create a code`} />
      <NewCode isLoggedIn={status === "authenticated"} />
    </>
  );
}

/** The form of a dynamic or a static code. Input in the first form is preserved while the second is open. */
function NewCode({ isLoggedIn }: { isLoggedIn: boolean }) {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const [staticKind, setStaticKind] = useState(() =>
    pathname === paths.staticCode ? (search.get("kind") ?? CONTENT_KINDS[0]?.kind ?? null) : null,
  );
  const [wanted, setWanted] = useState<CodeForm["type"] | null>(null);
  const statics = isLoggedIn ? CONTENT_KINDS : [];
  const kind = CONTENT_KINDS.find((one) => one.kind === staticKind);
  return (
    <>
      <Box sx={{ display: kind === undefined ? "block" : "none" }}>
        <CreateCode
          panels={PICTURE_PANELS}
          statics={statics}
          wanted={wanted}
          onStatic={(chosen) => {
            setWanted(null);
            setStaticKind(chosen);
          }}
        />
      </Box>
      {kind === undefined ? null : (
        <StaticCode
          kind={kind}
          kindChoice={
            <KindSelect
              value={{ staticKind: kind.kind }}
              statics={statics}
              onKind={(chosen) => {
                setWanted(chosen);
                setStaticKind(null);
              }}
              onStatic={setStaticKind}
            />
          }
        />
      )}
    </>
  );
}
