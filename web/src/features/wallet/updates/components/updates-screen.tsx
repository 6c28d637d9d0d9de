import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import CampaignIcon from "@mui/icons-material/CampaignOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PAGE_SIZE, type PassUpdate, updatesQuery, useChangeUpdate } from "@/features/wallet/updates/api/updates";
import { BrowserMessages } from "@/features/wallet/updates/components/browser-messages";
import { ProgressCard } from "@/features/wallet/updates/components/progress-card";
import { UpdateDialog } from "@/features/wallet/updates/components/update-dialog";
import { CardList } from "@/shared/components/list-screen";
import { PageHeader } from "@/shared/components/page-header";
import { reaches, useOrganizationData } from "@/shared/organization/organization";
import { useSegmentNames } from "@/shared/segments/segments";
import { useListView } from "@/shared/url/use-list-view";

/** Messages to holders of passes and changes of many passes, with their progress. */
export function UpdatesScreen() {
  const view = useListView({ pageSize: PAGE_SIZE });
  const { data: organization } = useOrganizationData();
  const list = useQuery(updatesQuery(view.page));
  const [isStarting, setStarting] = useState(false);
  const mayEdit = organization !== undefined && reaches(organization.role, "editor");
  const passId = view.search.get("pass") ?? undefined;
  return (
    <>
      <PageHeader
        title={t`Pass updates`}
        subtitle={t`Messages to people with a pass and to subscribed browsers, and changes of many passes at once.`}
        actions={
          mayEdit ? (
            <Button variant="contained" onClick={() => setStarting(true)}>
              <Trans>New update</Trans>
            </Button>
          ) : null
        }
      />
      <Box sx={{ maxWidth: 920 }}>
        <CardList
          list={list}
          view={view}
          height={120}
          empty={{
            icon: <CampaignIcon />,
            title: t`No updates yet`,
            text: t`Send a message, and it appears on the lock screen of everyone who has your pass.`,
          }}
        >
          {(one) => <UpdateRow key={one.update_id} update={one} zone={organization?.time_zone} mayEdit={mayEdit} />}
        </CardList>
        {list.isPending ? null : <BrowserMessages zone={organization?.time_zone} mayEdit={mayEdit} />}
      </Box>
      {mayEdit && (isStarting || passId !== undefined) ? (
        <UpdateDialog
          passId={passId}
          onClose={() => {
            setStarting(false);
            view.change({ pass: null });
          }}
        />
      ) : null}
    </>
  );
}

interface UpdateRowProps {
  update: PassUpdate;
  zone: string | undefined;
  mayEdit: boolean;
}

function UpdateRow({ update, zone, mayEdit }: UpdateRowProps) {
  const changing = useChangeUpdate();
  const segments = useSegmentNames(update.audience === "segment");
  const { update_id, changed, unchanged, not_allowed, limited, waiting } = update;
  const label = update.field_label ?? update.field_key;
  const whom =
    update.audience === "all"
      ? t`All passes`
      : update.audience === "pass"
        ? t`One pass`
        : (segments.get(update.audience_id ?? "") ?? t`A segment`);
  return (
    <ProgressCard
      title={label === null ? update.text : t`${label} is now “${update.text}”`}
      heading="h2"
      details={[update.kind === "message" ? t`Message` : t`Field change`, whom]}
      of={update}
      done={changed + unchanged + not_allowed + limited + waiting}
      counts={[
        plural(changed, { one: "# pass shows it", other: "# passes show it" }),
        unchanged > 0 ? t`${unchanged} unchanged` : null,
        not_allowed > 0 ? t`${not_allowed} without consent` : null,
        limited > 0 ? t`${limited} already had three messages today` : null,
        waiting > 0 ? t`${waiting} in quiet hours` : null,
      ]}
      zone={zone}
      mayEdit={mayEdit}
      change={{ isPending: changing.isPending, run: (action) => changing.mutateAsync({ update_id, action }) }}
      cancel={{
        label: t`Cancel update`,
        question: t`Cancel this update?`,
        note: <Trans>Passes that already show it stay as they are.</Trans>,
      }}
    />
  );
}
