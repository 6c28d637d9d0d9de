import { t } from "@lingui/core/macro";
import { DataExport } from "@/features/org/organization/components/data-export";
import { OrganizationSettings } from "@/features/org/organization/components/organization-settings";
import { SettingsScreen } from "@/features/org/organization/components/settings-screen";

/** The settings of the organisation, and all its data in one archive. */
export function Organization() {
  return (
    <SettingsScreen title={t`Organisation`} subtitle={t`Name, time zone and formats.`}>
      {(organization, isAdmin) => (
        <>
          <OrganizationSettings organization={organization} mayEdit={isAdmin} />
          {isAdmin ? <DataExport /> : null}
        </>
      )}
    </SettingsScreen>
  );
}
