import { WallsScreen } from "@/features/content/walls/components/walls-screen";

export function Component() {
  return <WallsScreen />;
}
