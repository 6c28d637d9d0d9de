import { t } from "@lingui/core/macro";
import { memo, useEffect, useRef } from "react";
import { AREAS } from "@/app/shell/navigation";
import { UnreadCount } from "@/app/shell/unread-count";
import { paths } from "@/shared/config/paths";
import { useLinkNavigation } from "@/shared/url/use-link-navigation";

interface AreaStripProps {
  area: string | null;
  screen: string | null;
}

/** The screens of the current area, on phones: one line that scrolls sideways. */
export const AreaStrip = memo(function AreaStrip({ area, screen }: AreaStripProps) {
  const strip = useRef<HTMLDivElement>(null);
  const follow = useLinkNavigation();
  useEffect(() => {
    const line = strip.current;
    const here = line?.querySelector<HTMLElement>("[aria-current]");
    if (line && here) {
      // Scrolls only the strip, never the page.
      line.scrollLeft = here.offsetLeft - (line.clientWidth - here.offsetWidth) / 2;
    }
  }, [area, screen]);
  const current = AREAS.find(({ screens }) => screens[0].path === area);
  if (current === undefined || current.screens.length < 2) {
    return null;
  }
  return (
    <nav aria-label={t(current.label)} className="area-strip">
      <div role="presentation" ref={strip} onClick={follow}>
        {current.screens.map(({ path, label }) => (
          <a key={path} href={path} aria-current={screen === path ? "page" : undefined}>
            {t(label)}
            {path === paths.inbox ? <UnreadCount /> : null}
          </a>
        ))}
      </div>
    </nav>
  );
});
