import { StudioScreen } from "@/features/content/ai-qr/components/studio-screen";

export function Component() {
  return <StudioScreen />;
}
