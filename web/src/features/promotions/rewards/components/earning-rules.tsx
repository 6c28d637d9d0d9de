import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import EarnIcon from "@mui/icons-material/CardGiftcardOutlined";
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
import { type EarningRule, earningRulesQuery, useDeleteEarningRule } from "@/features/promotions/rewards/api/earning";
import { EarningRuleForm } from "@/features/promotions/rewards/components/earning-rule-form";
import { capsText, givesText, KINDS } from "@/features/promotions/rewards/earning-values";
import { windowState } from "@/features/promotions/rewards/reward-texts";
import { handleResult } from "@/shared/api/handle-result";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { PageHeader } from "@/shared/components/page-header";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { formatCount } from "@/shared/format/numbers";
import { reaches } from "@/shared/organization/organization";

/** What customers get points and stamps for by themselves. */
export function EarningRules({ role }: { role: string }) {
  const mayEdit = reaches(role, "admin");
  const list = useQuery(earningRulesQuery);
  const deleting = useDeleteEarningRule();
  const toasts = useToasts();
  const [edited, setEdited] = useState<EarningRule | "new" | null>(null);
  const [doomed, setDoomed] = useState<EarningRule | null>(null);
  const add = mayEdit ? (
    <Button variant="contained" onClick={() => setEdited("new")}>
      <Trans>New rule</Trans>
    </Button>
  ) : null;
  return (
    <>
      <PageHeader
        title={t`Earning rules`}
        subtitle={t`What customers earn points and stamps for, and up to which limit.`}
        actions={add}
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
          icon={<EarnIcon />}
          title={t`No earning rules yet`}
          text={t`Customers can earn points for orders, forms, reviews, scans, check-ins and birthdays.`}
          action={add}
        />
      ) : (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: "none", display: "grid", gap: 1.5 }}>
          {list.data.items.map((rule) => (
            <RuleRow
              key={rule.rule_id}
              rule={rule}
              mayEdit={mayEdit}
              onEdit={() => setEdited(rule)}
              onDelete={() => setDoomed(rule)}
            />
          ))}
        </Box>
      )}
      {edited === null ? null : (
        <EarningRuleForm rule={edited === "new" ? null : edited} onDone={() => setEdited(null)} />
      )}
      <ConfirmDialog
        open={doomed !== null}
        title={t`Delete ${doomed?.name ?? ""}?`}
        confirmLabel={t`Delete`}
        onConfirm={() => {
          if (doomed !== null) {
            handleResult(deleting.mutateAsync(doomed.rule_id), {
              onSuccess: () => setDoomed(null),
              onError: toasts.error,
            });
          }
        }}
        onCancel={() => setDoomed(null)}
      >
        <Trans>Customers no longer earn with it. They keep what they have earned.</Trans>
      </ConfirmDialog>
    </>
  );
}

interface RuleRowProps {
  rule: EarningRule;
  mayEdit: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

function stateOf(rule: EarningRule): string | null {
  if (!rule.is_active) {
    return t`Off`;
  }
  const state = windowState(rule, new Date());
  return state === "ended" ? t`Ended` : state === "scheduled" ? t`Scheduled` : null;
}

function RuleRow({ rule, mayEdit, onEdit, onDelete }: RuleRowProps) {
  const state = stateOf(rule);
  return (
    <Card component="li">
      <CardContent sx={{ display: "flex", flexWrap: "wrap", gap: 2, alignItems: "center", "&:last-child": { pb: 2 } }}>
        <Box sx={{ flex: "1 1 14rem", minWidth: 0 }}>
          <Typography variant="h6" component="h2" sx={{ overflowWrap: "anywhere" }}>
            {rule.name}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {[t(KINDS[rule.kind]), givesText(rule)].join(" · ")}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {[capsText(rule), t`${formatCount(rule.given)} given`].join(" · ")}
          </Typography>
        </Box>
        {state === null ? null : <Chip size="small" label={state} />}
        {mayEdit ? (
          <Stack direction="row" spacing={1}>
            <Button size="small" onClick={onEdit} aria-label={t`Edit ${rule.name}`}>
              <Trans>Edit</Trans>
            </Button>
            <Button size="small" color="error" onClick={onDelete} aria-label={t`Delete ${rule.name}`}>
              <Trans>Delete</Trans>
            </Button>
          </Stack>
        ) : null}
      </CardContent>
    </Card>
  );
}
