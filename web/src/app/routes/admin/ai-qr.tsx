import { StudioScreen } from "@/features/ai-qr/components/studio-screen";

export function Component() {
  return <StudioScreen />;
}
