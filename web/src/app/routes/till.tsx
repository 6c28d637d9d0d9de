import { DeviceTill } from "@/features/promotions/rewards/components/device-till";
import { PassAtTill } from "@/features/wallet/passes/components/pass-at-till";

export function Component() {
  return <DeviceTill pass={PassAtTill} />;
}
