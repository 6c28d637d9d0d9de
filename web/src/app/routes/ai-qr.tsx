import { StudioWelcome } from "@/features/ai-qr/components/studio-welcome";

export function Component() {
  return <StudioWelcome />;
}
