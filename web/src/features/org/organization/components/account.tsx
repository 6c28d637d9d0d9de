import { t } from "@lingui/core/macro";
import { Appearance } from "@/features/org/organization/components/appearance";
import { OwnOrganizations } from "@/features/org/organization/components/own-organizations";
import { SettingsScreen } from "@/features/org/organization/components/settings-screen";
import { You } from "@/features/org/organization/components/you";

/** The logged-in user's account. */
export function Account() {
  return (
    <SettingsScreen title={t`Account`} subtitle={t`How you appear to your team, and the organisations you belong to.`}>
      {({ role }) => (
        <>
          <You role={role} />
          <Appearance />
          <OwnOrganizations />
        </>
      )}
    </SettingsScreen>
  );
}
