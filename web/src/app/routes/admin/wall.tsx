import { WallScreen } from "@/features/content/walls/components/wall-screen";

export function Component() {
  return <WallScreen />;
}
