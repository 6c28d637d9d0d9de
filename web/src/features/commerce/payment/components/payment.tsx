import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import { usePrefetchQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { usageQuery, usePaymentOptions } from "@/features/commerce/payment/api/payment";
import { Credits } from "@/features/commerce/payment/components/credits";
import { CurrentPlan } from "@/features/commerce/payment/components/current-plan";
import { Invoices } from "@/features/commerce/payment/components/invoices";
import { PayDialog } from "@/features/commerce/payment/components/pay-dialog";
import { Plans } from "@/features/commerce/payment/components/plans";
import { Promotions } from "@/features/commerce/payment/components/promotions";
import { Usage } from "@/features/commerce/payment/components/usage";
import { PageHeader } from "@/shared/components/page-header";
import { ErrorState } from "@/shared/components/state-views";
import { reaches, useOrganization } from "@/shared/organization/organization";

/** The organisation's plan, its usage and its payments. */
export function Payment() {
  const { role } = useOrganization();
  return (
    <>
      <PageHeader title={t`Payment`} subtitle={t`Your plan, your usage and your invoices.`} />
      <Stack spacing={3} sx={{ maxWidth: 1080 }}>
        {reaches(role, "admin") ? (
          <Paying>
            <Usage />
          </Paying>
        ) : (
          <>
            <Alert severity="info">
              <Trans>Only admins can change the plan and see invoices.</Trans>
            </Alert>
            <Usage />
          </>
        )}
      </Stack>
    </>
  );
}

/** The plans. The children are shown once the plans have loaded, so that they do not move. */
function Paying({ children }: { children: ReactNode }) {
  const [search, setSearch] = useSearchParams();
  const [returned, setReturned] = useState(() => search.get("redirect_status"));
  const isBack = search.has("redirect_status");
  usePrefetchQuery(usageQuery);
  const { options, isAwaited, onPaid } = usePaymentOptions(returned === "succeeded" || returned === "processing");
  useEffect(() => {
    if (isBack) {
      setSearch({}, { replace: true }); // the address has a secret of the payment
    }
  }, [isBack, setSearch]);
  if (options.isPending) {
    return <Skeleton variant="rounded" height={240} aria-label={t`Loading your plan`} />;
  }
  if (options.isError) {
    return (
      <>
        <ErrorState error={options.error} onRetry={() => void options.refetch()} />
        {children}
      </>
    );
  }
  const { data } = options;
  if (data.is_self_hosted) {
    return (
      <>
        <Alert severity="success">
          <Trans>
            This installation is self-hosted: nobody pays, and nothing has a limit. To sell plans, set the keys of a
            Stripe account.
          </Trans>
        </Alert>
        {children}
      </>
    );
  }
  return (
    <>
      {data.is_test ? (
        <Alert severity="warning">
          <Trans>Stripe is in test mode: payments move no money.</Trans>
        </Alert>
      ) : null}
      {returned === null ? null : <Returned status={returned} onClose={() => setReturned(null)} />}
      <CurrentPlan subscription={data.subscription} isAwaited={isAwaited} />
      <Plans options={data} onPaid={onPaid} />
      <Credits options={data} />
      {data.subscription.has_customer ? <Invoices /> : null}
      {data.makes_promotions ? (
        <Promotions currency={data.plans.find(({ prices }) => prices.length > 0)?.prices[0]?.currency ?? "usd"} />
      ) : null}
      {search.has("buy") ? (
        <PayDialog options={data} wanted={search} onPaid={onPaid} onClose={() => setSearch({}, { replace: true })} />
      ) : null}
      {children}
    </>
  );
}

/** Shows the result of a payment that required a page of the bank, from which Stripe redirects the browser back. */
function Returned({ status, onClose }: { status: string; onClose: () => void }) {
  if (status === "succeeded" || status === "processing") {
    return (
      <Alert severity={status === "succeeded" ? "success" : "info"} onClose={onClose}>
        {status === "succeeded"
          ? t`Payment received. It counts as soon as Stripe reports it, usually within a minute.`
          : t`Your bank is still processing the payment. It counts as soon as Stripe reports it.`}
      </Alert>
    );
  }
  return (
    <Alert severity="error" onClose={onClose}>
      <Trans>The payment failed, and nothing was charged. Choose again to pay another way.</Trans>
    </Alert>
  );
}
