import { t } from "@lingui/core/macro";
import { memo } from "react";
import { AREAS } from "@/app/shell/navigation";
import { PlainIcon } from "@/shared/components/plain-icon";
import { useLinkNavigation } from "@/shared/url/use-link-navigation";

/** The areas, on phones. */
export const BottomBar = memo(function BottomBar({ area }: { area: string | null }) {
  return (
    <nav aria-label={t`Main`} className="bottom-bar">
      <div role="presentation" className="places" onClick={useLinkNavigation()}>
        {AREAS.map(({ label, icon, screens }) => {
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
      </div>
    </nav>
  );
});
