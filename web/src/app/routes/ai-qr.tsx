import { StudioWelcome } from "@/features/content/ai-qr/components/studio-welcome";
import { SiteFrame } from "@/shared/components/site-frame";

export function Component() {
  return (
    <SiteFrame>
      <StudioWelcome />
    </SiteFrame>
  );
}
