import { CreateSlip } from "@/features/content/slips/components/create-slip";
import { PageHeader } from "@/shared/components/page-header";

export function Component() {
  return (
    <>
      <PageHeader title="Create a slip" subtitle="Coupons, tickets and table tents to print and hand out." />
      <CreateSlip />
    </>
  );
}
