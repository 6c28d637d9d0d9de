import { WallsScreen } from "@/features/walls/components/walls-screen";

export function Component() {
  return <WallsScreen />;
}
