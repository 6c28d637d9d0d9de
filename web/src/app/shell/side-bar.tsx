import { memo } from "react";
import { NAVIGATION } from "@/app/shell/navigation";
import { PlainIcon } from "@/shared/components/plain-icon";
import { Wordmark } from "@/shared/components/wordmark";
import { paths } from "@/shared/config/paths";
import { useLinkNavigation } from "@/shared/url/use-link-navigation";

/** Where one can go, on wide screens. */
export const SideBar = memo(function SideBar({ current }: { current: string | false }) {
  return (
    <nav aria-label="Main" className="side-bar">
      <div role="presentation" onClick={useLinkNavigation()}>
        <a href={paths.home} aria-label="Waypost, home" className="home">
          <Wordmark />
        </a>
        <ul>
          {NAVIGATION.map(({ path, label, icon }) => (
            <li key={path}>
              <a href={path} className="entry" aria-current={current === path ? "page" : undefined}>
                <PlainIcon path={icon} size={20} />
                {label}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
});
