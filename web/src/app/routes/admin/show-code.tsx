import { Trans } from "@lingui/react/macro";
import BarChartIcon from "@mui/icons-material/BarChart";
import EditIcon from "@mui/icons-material/Edit";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { usePrefetchQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "react-router";
import { DownloadPicture } from "@/features/codes/qr-picture/components/download-dialog";
import { CodeLoader } from "@/app/routes/admin/code-loader";
import { PictureInUse } from "@/features/content/ai-qr/components/picture-in-use";
import { CodeSummary } from "@/features/insights/analytics/components/code-summary";
import { codeHealthQuery } from "@/features/codes/health/code-health";
import { HealthNotice } from "@/features/codes/health/components/health-notice";
import { BaseNote, ChildrenPanel } from "@/features/codes/codes/components/children-panel";
import { CodeDetails } from "@/features/codes/codes/components/code-details";
import { hasPages } from "@/features/codes/codes/components/code-labels";
import { CodeMenu } from "@/features/codes/codes/components/code-menu";
import { OneTimePanel } from "@/features/codes/codes/components/one-time-panel";
import { CodePagesButton } from "@/features/content/pages/components/code-pages-button";
import { PollsPanel } from "@/features/content/polls/components/polls-panel";
import { CodeGame } from "@/features/promotions/games/components/code-game";
import { PageHeader } from "@/shared/components/page-header";
import { paths } from "@/shared/config/paths";
import { reaches, useOrganizationData } from "@/shared/organization/organization";

export function Component() {
  const organization = useOrganizationData().data;
  const navigate = useNavigate();
  // Fetched together with the code, so that its result does not arrive later and shift the layout.
  usePrefetchQuery(codeHealthQuery(useParams()["codeId"]));
  const mayEdit = reaches(organization?.role ?? "", "editor");
  return (
    <CodeLoader>
      {(code) => (
        <>
          <PageHeader
            title={code.name}
            actions={
              <>
                {hasPages(code) && code.deleted_at === null ? (
                  <CodePagesButton codeId={code.code_id} mayEdit={mayEdit} variant="outlined" />
                ) : null}
                <Button
                  component={Link}
                  to={paths.codeAnalytics(code.code_id)}
                  variant="outlined"
                  startIcon={<BarChartIcon />}
                >
                  <Trans>Analytics</Trans>
                </Button>
                {mayEdit && code.deleted_at === null ? (
                  <Button
                    component={Link}
                    to={paths.editCode(code.code_id)}
                    variant="contained"
                    startIcon={<EditIcon />}
                  >
                    <Trans>Edit</Trans>
                  </Button>
                ) : null}
                <CodeMenu code={code} onDeleted={() => void navigate(paths.codes)} />
              </>
            }
          />
          {code.deleted_at !== null ? (
            <Alert severity="warning" sx={{ mb: 3 }}>
              <Trans>This code was deleted. You can restore it from its menu within 30 days.</Trans>
            </Alert>
          ) : null}
          <HealthNotice zone={organization?.time_zone} codeId={code.code_id} />
          <CodeDetails
            code={code}
            zone={organization?.time_zone}
            pictureActions={
              <>
                <DownloadPicture codeId={code.code_id} name={code.name} version={code.version} />
                <PictureInUse code={code} mayEdit={mayEdit} />
              </>
            }
          >
            <BaseNote code={code} mayEdit={mayEdit} />
            <CodeSummary code={{ id: code.code_id, isChild: code.base_code_id !== null }} />
          </CodeDetails>
          {code.type === "game" && code.deleted_at === null ? (
            <CodeGame codeId={code.code_id} mayEdit={mayEdit} />
          ) : null}
          {code.one_time_state === null ? (
            <PollsPanel codeId={code.code_id} mayEdit={mayEdit && code.deleted_at === null} />
          ) : null}
          {code.base_code_id === null ? (
            <Stack spacing={3} sx={{ mt: 3 }}>
              <ChildrenPanel code={code} mayEdit={mayEdit} />
              <OneTimePanel code={code} zone={organization?.time_zone} mayEdit={mayEdit} />
            </Stack>
          ) : null}
        </>
      )}
    </CodeLoader>
  );
}
