import { Payment } from "@/features/commerce/payment/components/payment";

export function Component() {
  return <Payment />;
}
