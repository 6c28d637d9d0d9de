import { DeviceTill } from "@/features/promotions/rewards/components/device-till";

export const Component = DeviceTill;
