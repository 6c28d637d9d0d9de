import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { UserPicture } from "@/app/shell/user-picture";
import { PlainIcon } from "@/shared/components/plain-icon";
import { useWasOpen } from "@/shared/components/use-was-open";
import { useOrganizationData } from "@/shared/organization/organization";

const UNFOLD = "M12 5.83 15.17 9l1.41-1.41L12 3 7.41 7.59 8.83 9zm0 12.34L8.83 15l-1.41 1.41L12 21l4.59-4.59L15.17 15z";

// Loaded on demand, because most visits to the app do not open it.
const OrganizationMenu = lazy(() => import("@/app/shell/organization-menu"));

/** Logo and name of the current organisation. It opens a menu of the others. */
export function OrganizationSwitcher() {
  const { data } = useOrganizationData();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const wasOpen = useWasOpen(anchor !== null);
  if (data === undefined) {
    return null;
  }
  return (
    <>
      <button
        type="button"
        className="organization-badge"
        title={t`Switch organisation`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <UserPicture picture={data.organization_logo} name={data.org_name} />
        <span className="name">{data.org_name}</span>
        <PlainIcon path={UNFOLD} size={18} />
      </button>
      {data.is_demo ? (
        <span className="organization-demo">
          <Trans>Demo data</Trans>
        </span>
      ) : null}
      {wasOpen ? (
        <Suspense fallback={null}>
          <OrganizationMenu anchor={anchor} current={data.org_id} onClose={() => setAnchor(null)} />
        </Suspense>
      ) : null}
    </>
  );
}
