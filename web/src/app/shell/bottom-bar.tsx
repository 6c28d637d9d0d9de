import { t } from "@lingui/core/macro";
import { lazy, memo, Suspense, useState } from "react";
import { BAR_AREAS, MORE_AREAS } from "@/app/shell/navigation";
import { ICONS } from "@/app/shell/navigation-icons";
import { PlainIcon } from "@/shared/components/plain-icon";
import { useWasOpen } from "@/shared/components/use-was-open";
import { useLinkNavigation } from "@/shared/url/use-link-navigation";

// Loaded on demand, because most visits to the app do not open it.
const MoreMenu = lazy(() => import("@/app/shell/more-menu"));

/** The areas, on phones: the four most used ones, and a menu of the others. */
export const BottomBar = memo(function BottomBar({ area }: { area: string | null }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const wasOpen = useWasOpen(anchor !== null);
  const isMore = MORE_AREAS.some(({ screens }) => screens[0].path === area);
  return (
    <nav aria-label={t`Main`} className="bottom-bar">
      <div role="presentation" className="places" onClick={useLinkNavigation()}>
        {BAR_AREAS.map(({ label, icon, screens }) => {
          const isHere = area === screens[0].path;
          return (
            <a
              key={screens[0].path}
              href={screens[0].path}
              className={isHere ? "place here" : "place"}
              aria-current={isHere ? "true" : undefined}
            >
              <PlainIcon path={icon} size={24} />
              {t(label)}
            </a>
          );
        })}
        <button
          type="button"
          className={isMore ? "place here" : "place"}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          aria-current={isMore ? "true" : undefined}
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
        >
          <PlainIcon path={ICONS.more} size={24} />
          {t`More`}
        </button>
      </div>
      {wasOpen ? (
        <Suspense fallback={null}>
          <MoreMenu anchor={anchor} area={area} onClose={() => setAnchor(null)} />
        </Suspense>
      ) : null}
    </nav>
  );
});
