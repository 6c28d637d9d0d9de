import { WallScreen } from "@/features/walls/components/wall-screen";

export function Component() {
  return <WallScreen />;
}
