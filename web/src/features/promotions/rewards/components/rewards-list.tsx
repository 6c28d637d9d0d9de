import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import RewardIcon from "@mui/icons-material/CardGiftcardOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import CardContent from "@mui/material/CardContent";
import Chip from "@mui/material/Chip";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { type Reward, rewardsQuery, useRegisterReward } from "@/features/promotions/rewards/api/rewards";
import { ProgramDialog } from "@/features/promotions/rewards/components/program-dialog";
import { RewardForm } from "@/features/promotions/rewards/components/reward-form";
import { priceText, stockText, windowState } from "@/features/promotions/rewards/reward-texts";
import { handleResult } from "@/shared/api/handle-result";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { PageHeader } from "@/shared/components/page-header";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { paths } from "@/shared/config/paths";
import { reaches } from "@/shared/organization/organization";

const STATES = { ended: msg`Ended`, scheduled: msg`Scheduled`, active: null } as const;

/** What customers can take for points and stamps. */
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
      {list.isPending ? (
        <Stack spacing={1.5} aria-busy="true">
          {[0, 1, 2].map((one) => (
            <Skeleton key={one} variant="rounded" height={96} />
          ))}
        </Stack>
      ) : list.isError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : list.data.items.length === 0 ? (
        <EmptyState
          icon={<RewardIcon />}
          title={t`No rewards yet`}
          text={t`A reward has a price in points or stamps, and as many limits as you like.`}
          action={add}
        />
      ) : (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: "none", display: "grid", gap: 1.5 }}>
          {list.data.items.map((reward) => (
            <RewardRow
              key={reward.reward_id}
              reward={reward}
              mayEdit={mayEdit}
              onEdit={() => setEdited(reward)}
              onDelete={() => setDoomed(reward)}
            />
          ))}
        </Box>
      )}
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

interface RewardRowProps {
  reward: Reward;
  mayEdit: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

function RewardRow({ reward, mayEdit, onEdit, onDelete }: RewardRowProps) {
  const state = STATES[windowState(reward, new Date())];
  return (
    <Card component="li">
      <CardContent sx={{ display: "flex", flexWrap: "wrap", gap: 2, alignItems: "center", "&:last-child": { pb: 2 } }}>
        {reward.picture ? (
          <Box
            component="img"
            src={reward.picture}
            alt=""
            sx={{ width: 64, height: 64, objectFit: "cover", borderRadius: 1 }}
          />
        ) : null}
        <Box sx={{ flex: "1 1 14rem", minWidth: 0 }}>
          <Typography variant="h6" component="h2" sx={{ overflowWrap: "anywhere" }}>
            {reward.name}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {[priceText(reward), stockText(reward)].join(" · ")}
          </Typography>
        </Box>
        <Stack direction="row" sx={{ flexWrap: "wrap", gap: 0.5 }}>
          {state === null ? null : <Chip size="small" label={t(state)} />}
          {reward.tiers.map((tier) => (
            <Chip key={tier} size="small" variant="outlined" label={tier} />
          ))}
        </Stack>
        {mayEdit ? (
          <Stack direction="row" spacing={1}>
            <Button size="small" onClick={onEdit} aria-label={t`Edit ${reward.name}`}>
              <Trans>Edit</Trans>
            </Button>
            <Button size="small" color="error" onClick={onDelete} aria-label={t`Delete ${reward.name}`}>
              <Trans>Delete</Trans>
            </Button>
          </Stack>
        ) : null}
      </CardContent>
    </Card>
  );
}
