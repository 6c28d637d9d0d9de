import { StudioWelcome } from "@/features/ai-qr/components/studio-welcome";
import { SiteFrame } from "@/features/home/components/site-frame";

export function Component() {
  return (
    <SiteFrame>
      <StudioWelcome />
    </SiteFrame>
  );
}
