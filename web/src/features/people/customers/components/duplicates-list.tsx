import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import JoinIcon from "@mui/icons-material/CallMergeOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Chip from "@mui/material/Chip";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link as RouterLink } from "react-router";
import type { Customer } from "@/features/people/customers/api/customers";
import { type Duplicate, duplicatesQuery, useDistinguish } from "@/features/people/customers/api/duplicates";
import { MergeDialog } from "@/features/people/customers/components/merge-dialog";
import { customerName } from "@/shared/customers/customer-name";
import { handleResult } from "@/shared/api/handle-result";
import { CardList } from "@/shared/components/list-screen";
import { PageHeader } from "@/shared/components/page-header";
import { useToasts } from "@/shared/components/toasts";
import { paths } from "@/shared/config/paths";
import { reaches, useOrganizationData } from "@/shared/organization/organization";
import { useListView } from "@/shared/url/use-list-view";
import { formatList } from "@/shared/format/lists";

const PAGE_SIZE = 25;
const REASONS: Record<Duplicate["reasons"][number], MessageDescriptor> = {
  name_and_birthday: msg`Same name and birthday`,
  similar_email: msg`Same email apart from dots or a tag`,
  similar_phone: msg`Same phone number, written differently`,
  same_browser: msg`Same browser`,
  merge_key: msg`Same value in a field that identifies people`,
};

/** Pairs of customers who are probably one person, to be merged or marked as different. */
export function DuplicatesList({ role }: { role: string }) {
  const mayEdit = reaches(role, "editor");
  const view = useListView({ pageSize: PAGE_SIZE });
  const list = useQuery(duplicatesQuery(view.page));
  const distinguishing = useDistinguish();
  const toasts = useToasts();
  const zone = useOrganizationData().data?.time_zone;
  const [[first, second], setCompared] = useState<readonly Customer[]>([]);
  const dismiss = (pair: readonly Customer[]) =>
    handleResult(distinguishing.mutateAsync(pair.map((one) => one.customer_id)), {
      onSuccess: () => toasts.success(t`Kept as two customers.`),
      onError: toasts.error,
    });
  return (
    <>
      <PageHeader title={t`Duplicates`} subtitle={t`Profiles that probably belong to the same person.`} />
      <CardList
        list={list}
        view={view}
        height={84}
        empty={{
          icon: <JoinIcon />,
          title: t`No duplicates`,
          text: t`No two profiles look like the same person.`,
        }}
      >
        {({ customers: pair, reasons }) => (
          <Card component="li" key={pair.map((one) => one.customer_id).join(" ")} sx={{ p: 2 }}>
            <Stack direction={{ xs: "column", sm: "row" }} spacing={2} sx={{ alignItems: { sm: "center" } }}>
              {pair.map((one) => (
                <Box key={one.customer_id} sx={{ flex: 1, minWidth: 0 }}>
                  <Link component={RouterLink} to={paths.customer(one.customer_id)} color="textPrimary">
                    {customerName(one)}
                  </Link>
                  <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
                    {[one.email, one.phone].filter(Boolean).join(" · ") || t`No address`}
                  </Typography>
                </Box>
              ))}
              <Stack direction="row" sx={{ flex: 1, flexWrap: "wrap", gap: 0.5 }}>
                {reasons.map((reason) => (
                  <Chip key={reason} size="small" label={t(REASONS[reason])} />
                ))}
              </Stack>
              {mayEdit ? (
                <Stack direction="row" spacing={1}>
                  <Button
                    aria-label={t`Dismiss ${formatList(pair.map(customerName))}`}
                    onClick={() => dismiss(pair)}
                    disabled={distinguishing.isPending}
                  >
                    <Trans>Dismiss</Trans>
                  </Button>
                  <Button
                    variant="outlined"
                    aria-label={t`Compare ${formatList(pair.map(customerName))}`}
                    onClick={() => setCompared(pair)}
                  >
                    <Trans>Compare</Trans>
                  </Button>
                </Stack>
              ) : null}
            </Stack>
          </Card>
        )}
      </CardList>
      {first === undefined || second === undefined ? null : (
        <MergeDialog
          customers={[first, second]}
          zone={zone}
          onDone={(kept) => {
            setCompared([]);
            if (kept !== null) {
              toasts.success(t`Merged into ${customerName(kept)}.`);
            }
          }}
        />
      )}
    </>
  );
}
