import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import { Link as RouterLink, Navigate, useParams } from "react-router";
import {
  type Campaign,
  type CampaignChannel,
  campaignOfCodeQuery,
  campaignQuery,
  type Plan,
} from "@/features/messaging/campaigns/api/campaigns";
import { CampaignEditor } from "@/features/messaging/campaigns/components/campaign-editor";
import { CampaignReport } from "@/features/messaging/campaigns/components/campaign-report";
import { emptyPlan, planOf } from "@/features/messaging/campaigns/words";
import SendIcon from "@mui/icons-material/SendOutlined";
import { isMissing } from "@/shared/api/errors";
import { isUnreadable } from "@/shared/api/unreadable";
import { useHeldDraft } from "@/shared/api/use-held-draft";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";
import { reaches, useOrganizationData } from "@/shared/organization/organization";

/** The campaign in the URL: its draft, or its report. */
export function CampaignScreen() {
  const { campaignId = "" } = useParams();
  const campaign = useQuery(campaignQuery(campaignId));
  const organization = useOrganizationData().data;
  if (campaign.isPending || organization === undefined) {
    return <Waiting />;
  }
  if (isUnreadable(campaign)) {
    return (
      <ErrorState
        title={t`This campaign couldn’t be loaded`}
        error={campaign.error}
        onRetry={() => void campaign.refetch()}
        back={{ to: paths.campaigns, label: t`Campaigns` }}
      />
    );
  }
  const shared = { zone: organization.time_zone, mayEdit: reaches(organization.role, "editor") };
  return <Loaded key={campaign.data.campaign_id} campaign={campaign.data} {...shared} />;
}

interface LoadedProps {
  campaign: Campaign;
  zone: string;
  mayEdit: boolean;
}

/** A draft with unsaved changes stays open, even if a colleague sends the campaign meanwhile. */
function Loaded({ campaign, zone, mayEdit }: LoadedProps) {
  const draft = useHeldDraft(campaign, planOf, () => planOf(campaign));
  return campaign.state === "draft" || draft.isChanged ? (
    <CampaignEditor draft={draft} zone={zone} mayEdit={mayEdit} />
  ) : (
    <CampaignReport campaign={campaign} zone={zone} mayEdit={mayEdit} />
  );
}

interface NewCampaignProps {
  channel: CampaignChannel;
  zone: string;
  mayEdit: boolean;
}

/** Creates a campaign. */
export function NewCampaign({ channel, zone, mayEdit }: NewCampaignProps) {
  const draft = useHeldDraft<Campaign, Plan>(null, planOf, () => emptyPlan(channel));
  return <CampaignEditor draft={draft} zone={zone} mayEdit={mayEdit} />;
}

/** Redirects to the newest campaign of a code. */
export function CampaignOfCode() {
  const { codeId = "" } = useParams();
  const campaign = useQuery(campaignOfCodeQuery(codeId));
  if (campaign.isPending) {
    return <Waiting />;
  }
  if (campaign.isError && isMissing(campaign.error)) {
    return (
      <EmptyState
        isScreen
        icon={<SendIcon />}
        title={t`No campaign leads to this code yet`}
        text={t`Campaigns that link to this code open here.`}
        action={
          <Button variant="contained" component={RouterLink} to={paths.newCampaign()}>
            <Trans>New campaign</Trans>
          </Button>
        }
      />
    );
  }
  if (isUnreadable(campaign)) {
    return <ErrorState error={campaign.error} onRetry={() => void campaign.refetch()} />;
  }
  return <Navigate to={paths.campaign(campaign.data.campaign_id)} replace />;
}

function Waiting() {
  return (
    <Stack spacing={2} aria-busy="true">
      <Skeleton variant="text" width="40%" height={48} />
      <Skeleton variant="rounded" height={320} />
    </Stack>
  );
}
