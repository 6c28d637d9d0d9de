import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import RewardIcon from "@mui/icons-material/CardGiftcardOutlined";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { type Reward, rewardsQuery, useRegisterReward } from "@/features/promotions/rewards/api/rewards";
import { type EntryActions, EntryRow } from "@/features/promotions/rewards/components/entry-row";
import { ProgramDialog } from "@/features/promotions/rewards/components/program-dialog";
import { RewardForm } from "@/features/promotions/rewards/components/reward-form";
import { priceText, stockText, windowState } from "@/features/promotions/rewards/reward-texts";
import { handleResult } from "@/shared/api/handle-result";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { CardList } from "@/shared/components/list-screen";
import { PageHeader } from "@/shared/components/page-header";
import { useToasts } from "@/shared/components/toasts";
import { paths } from "@/shared/config/paths";
import { reaches } from "@/shared/organization/organization";

const STATES = { ended: msg`Ended`, scheduled: msg`Scheduled`, active: null } as const;

/** The rewards that customers can get for points and stamps. */
export function RewardsList({ role }: { role: string }) {
  const mayEdit = reaches(role, "editor");
  const list = useQuery(rewardsQuery);
  const registering = useRegisterReward();
  const toasts = useToasts();
  const [edited, setEdited] = useState<Reward | "new" | null>(null);
  const [doomed, setDoomed] = useState<Reward | null>(null);
  const [isProgram, setProgram] = useState(false);
  const add = mayEdit ? (
    <Button variant="contained" onClick={() => setEdited("new")}>
      <Trans>New reward</Trans>
    </Button>
  ) : null;
  return (
    <>
      <PageHeader
        title={t`Rewards`}
        subtitle={t`What customers can get for points and stamps.`}
        actions={
          <>
            {reaches(role, "admin") ? (
              <Button variant="outlined" onClick={() => setProgram(true)}>
                <Trans>Programme</Trans>
              </Button>
            ) : null}
            {mayEdit ? (
              <Button variant="outlined" component={Link} to={paths.till}>
                <Trans>Till</Trans>
              </Button>
            ) : null}
            {add}
          </>
        }
      />
      <CardList
        list={list}
        height={96}
        empty={{
          icon: <RewardIcon />,
          title: t`No rewards yet`,
          text: t`A reward has a price in points or stamps, and as many limits as you like.`,
          action: add,
        }}
      >
        {(reward) => (
          <RewardRow
            key={reward.reward_id}
            reward={reward}
            actions={mayEdit ? { onEdit: () => setEdited(reward), onDelete: () => setDoomed(reward) } : null}
          />
        )}
      </CardList>
      {edited === null ? null : <RewardForm reward={edited === "new" ? null : edited} onDone={() => setEdited(null)} />}
      {isProgram ? <ProgramDialog onDone={() => setProgram(false)} /> : null}
      <ConfirmDialog
        open={doomed !== null}
        title={t`Delete ${doomed?.name ?? ""}?`}
        confirmLabel={t`Delete`}
        onConfirm={() => {
          if (doomed !== null) {
            const draft = { reward_id: doomed.reward_id };
            handleResult(registering.mutateAsync({ action: "delete", draft }), {
              onSuccess: () => setDoomed(null),
              onError: toasts.error,
            });
          }
        }}
        onCancel={() => setDoomed(null)}
      >
        <Trans>It can no longer be claimed. Customers who already have it can still redeem it.</Trans>
      </ConfirmDialog>
    </>
  );
}

function RewardRow({ reward, actions }: { reward: Reward; actions: EntryActions }) {
  const state = STATES[windowState(reward)];
  return (
    <EntryRow
      name={reward.name}
      picture={reward.picture}
      lines={[[priceText(reward), stockText(reward)].join(" · ")]}
      chips={
        <>
          {state === null ? null : <Chip size="small" label={t(state)} />}
          {reward.tiers.map((tier) => (
            <Chip key={tier} size="small" variant="outlined" label={tier} />
          ))}
        </>
      }
      actions={actions}
    />
  );
}
