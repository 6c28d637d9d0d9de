import { DeviceTill } from "@/features/promotions/rewards/components/device-till";
import { GivePassAtTill } from "@/features/wallet/passes/components/give-pass-at-till";
import { PassAtTill } from "@/features/wallet/passes/components/pass-at-till";

export function Component() {
  return <DeviceTill pass={PassAtTill} givePass={GivePassAtTill} />;
}
