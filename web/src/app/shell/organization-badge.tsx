import { UserPicture } from "@/app/shell/user-picture";
import { useOrganizationData } from "@/shared/organization/organization";

/** Logo and name of the organisation one works in. */
export function OrganizationBadge() {
  const { data } = useOrganizationData();
  if (data === undefined) {
    return null;
  }
  return (
    <div className="organization-badge">
      <UserPicture picture={data.organization_logo} name={data.org_name} />
      <span className="name" title={data.org_name}>
        {data.org_name}
      </span>
      {data.is_demo ? <span className="demo">Demo data</span> : null}
    </div>
  );
}
