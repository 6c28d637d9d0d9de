import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import EarnIcon from "@mui/icons-material/CardGiftcardOutlined";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type EarningRule, earningRulesQuery, useDeleteEarningRule } from "@/features/promotions/rewards/api/earning";
import { EarningRuleForm } from "@/features/promotions/rewards/components/earning-rule-form";
import { type EntryActions, EntryRow } from "@/features/promotions/rewards/components/entry-row";
import { capsText, givesText, KINDS } from "@/features/promotions/rewards/earning-values";
import { windowState } from "@/features/promotions/rewards/reward-texts";
import { handleResult } from "@/shared/api/handle-result";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { CardList } from "@/shared/components/list-screen";
import { PageHeader } from "@/shared/components/page-header";
import { useToasts } from "@/shared/components/toasts";
import { formatCount } from "@/shared/format/numbers";
import { reaches } from "@/shared/organization/organization";

/** The rules by which customers earn points and stamps automatically. */
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
      <CardList
        list={list}
        height={96}
        empty={{
          icon: <EarnIcon />,
          title: t`No earning rules yet`,
          text: t`Customers can earn points for orders, forms, reviews, scans, check-ins and birthdays.`,
          action: add,
        }}
      >
        {(rule) => (
          <RuleRow
            key={rule.rule_id}
            rule={rule}
            actions={mayEdit ? { onEdit: () => setEdited(rule), onDelete: () => setDoomed(rule) } : null}
          />
        )}
      </CardList>
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

function stateOf(rule: EarningRule): string | null {
  if (!rule.is_active) {
    return t`Off`;
  }
  const state = windowState(rule);
  return state === "ended" ? t`Ended` : state === "scheduled" ? t`Scheduled` : null;
}

function RuleRow({ rule, actions }: { rule: EarningRule; actions: EntryActions }) {
  const state = stateOf(rule);
  return (
    <EntryRow
      name={rule.name}
      lines={[
        [t(KINDS[rule.kind]), givesText(rule)].join(" · "),
        [capsText(rule), t`${formatCount(rule.given)} given`].join(" · "),
      ]}
      chips={state === null ? null : <Chip size="small" label={state} />}
      actions={actions}
    />
  );
}
