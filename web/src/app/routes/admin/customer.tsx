import { t } from "@lingui/core/macro";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { customerQuery } from "@/features/people/customers/api/customers";
import { CustomerConsents } from "@/features/people/consents/components/customer-consents";
import { CustomerProfile } from "@/features/people/customers/components/customer-profile";
import { CustomerReferral } from "@/features/promotions/referrals/components/customer-referral";
import { CustomerOrders } from "@/features/promotions/rewards/components/customer-orders";
import { CustomerLedger } from "@/features/promotions/rewards/components/customer-ledger";
import { CustomerPasses } from "@/features/wallet/passes/components/customer-passes";
import { isUnreadable } from "@/shared/api/unreadable";
import { ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";
import { reaches, useOrganization } from "@/shared/organization/organization";

export function Component() {
  const { customerId = "" } = useParams();
  const customer = useQuery(customerQuery(customerId));
  const { role } = useOrganization();
  if (customer.isPending) {
    return (
      <Stack spacing={2} aria-busy="true">
        <Skeleton variant="text" width="40%" height={48} />
        <Skeleton variant="rounded" height={320} />
      </Stack>
    );
  }
  if (isUnreadable(customer)) {
    return (
      <ErrorState
        title={t`This customer couldn’t be loaded`}
        error={customer.error}
        onRetry={() => void customer.refetch()}
        back={{ to: paths.customers, label: t`Customers` }}
      />
    );
  }
  return (
    <CustomerProfile
      customer={customer.data}
      role={role}
      consents={<CustomerConsents key={customerId} customerId={customerId} mayEdit={reaches(role, "editor")} />}
      loyalty={<CustomerLedger key={customerId} customerId={customerId} mayEdit={reaches(role, "editor")} />}
      orders={<CustomerOrders key={customerId} customerId={customerId} mayEdit={reaches(role, "editor")} />}
      passes={<CustomerPasses key={customerId} customerId={customerId} />}
      referral={<CustomerReferral key={customerId} customerId={customerId} mayEdit={reaches(role, "editor")} />}
    />
  );
}
