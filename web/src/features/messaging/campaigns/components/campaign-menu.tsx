import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import { useState } from "react";
import { useNavigate } from "react-router";
import { type Campaign, useArchiveCampaign, useCopyCampaign } from "@/features/messaging/campaigns/api/campaigns";
import { EditHistory } from "@/features/messaging/campaigns/components/edit-history";
import { handleResult } from "@/shared/api/handle-result";
import { useToasts } from "@/shared/components/toasts";
import { paths } from "@/shared/config/paths";

const MOVING = ["scheduled", "running", "paused"];

/** Actions on a campaign as a whole: copies, templates, the archive. */
export function CampaignMenu({ campaign, mayEdit }: { campaign: Campaign; mayEdit: boolean }) {
  const copying = useCopyCampaign();
  const archiving = useArchiveCampaign();
  const navigate = useNavigate();
  const toasts = useToasts();
  const [isReading, setReading] = useState(false);
  const history = (
    <>
      <Button onClick={() => setReading(true)}>
        <Trans>History</Trans>
      </Button>
      {isReading ? <EditHistory campaign={campaign} onClose={() => setReading(false)} /> : null}
    </>
  );
  if (!mayEdit) {
    return history;
  }
  const campaignId = campaign.campaign_id;
  const copy = (isTemplate: boolean) =>
    handleResult(copying.mutateAsync({ campaignId, isTemplate }), {
      onSuccess: (made) => {
        if (isTemplate) {
          toasts.success(t`Saved as a template`);
        } else {
          void navigate(paths.campaign(made.campaign_id));
        }
      },
      onError: toasts.error,
    });
  const archive = () =>
    handleResult(archiving.mutateAsync({ campaignId, isArchived: !campaign.is_archived }), {
      onSuccess: () => void navigate(paths.campaigns),
      onError: toasts.error,
    });
  return (
    <>
      {history}
      <Button onClick={() => copy(false)} disabled={copying.isPending}>
        <Trans>Copy</Trans>
      </Button>
      {campaign.is_template ? null : (
        <Button onClick={() => copy(true)} disabled={copying.isPending}>
          <Trans>Save as template</Trans>
        </Button>
      )}
      {MOVING.includes(campaign.state) ? null : (
        <Button onClick={archive} disabled={archiving.isPending}>
          {campaign.is_archived ? <Trans>Put back</Trans> : <Trans>Archive</Trans>}
        </Button>
      )}
    </>
  );
}
