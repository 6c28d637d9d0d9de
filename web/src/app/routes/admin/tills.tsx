import { t } from "@lingui/core/macro";
import { TillsPage } from "@/features/promotions/rewards/components/tills-page";
import { EditorsOnly } from "@/shared/components/editors-only";
import { paths } from "@/shared/config/paths";
import { reaches, useOrganization } from "@/shared/organization/organization";

export function Component() {
  const { role } = useOrganization();
  return reaches(role, "admin") ? (
    <TillsPage />
  ) : (
    <EditorsOnly
      title={t`Tills and staff`}
      text={t`Only admins can enrol devices and change staff.`}
      back={{ to: paths.till, label: t`Till` }}
    />
  );
}
