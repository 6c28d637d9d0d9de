import { t } from "@lingui/core/macro";
import { memo } from "react";
import { AREAS } from "@/app/shell/navigation";
import { UnreadCount } from "@/app/shell/unread-count";
import { PlainIcon } from "@/shared/components/plain-icon";
import { Wordmark } from "@/shared/components/wordmark";
import { paths } from "@/shared/config/paths";
import { useLinkNavigation } from "@/shared/url/use-link-navigation";

interface SideBarProps {
  area: string | null;
  screen: string | null;
  /** Without an organisation, no area has anything to show. */
  isNewcomer: boolean;
}

/** The areas, on wide screens, with the screens of the current area below it. */
export const SideBar = memo(function SideBar({ area, screen, isNewcomer }: SideBarProps) {
  return (
    <nav aria-label={t`Main`} className="side-bar">
      <div role="presentation" onClick={useLinkNavigation()}>
        <a href={paths.home} aria-label={t`Waypost, home`} className="home">
          <Wordmark />
        </a>
        <ul>
          {(isNewcomer ? [] : AREAS).map(({ label, icon, screens }) => {
            const [first, ...others] = screens;
            const isHere = area === first.path;
            return (
              <li key={first.path}>
                <a
                  href={first.path}
                  className={isHere ? "entry here" : "entry"}
                  aria-current={isHere ? (others.length === 0 ? "page" : "true") : undefined}
                >
                  <PlainIcon path={icon} size={20} />
                  {t(label)}
                  {first.path === paths.campaigns && !isHere ? <UnreadCount /> : null}
                </a>
                {isHere && others.length > 0 ? (
                  <ul>
                    {screens.map((one) => (
                      <li key={one.path}>
                        <a href={one.path} className="screen" aria-current={screen === one.path ? "page" : undefined}>
                          {t(one.label)}
                          {one.path === paths.inbox ? <UnreadCount /> : null}
                        </a>
                      </li>
                    ))}
                  </ul>
                ) : null}
              </li>
            );
          })}
        </ul>
      </div>
    </nav>
  );
});
