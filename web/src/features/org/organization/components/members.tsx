import { t } from "@lingui/core/macro";
import { People } from "@/features/org/organization/components/people";
import { SettingsScreen } from "@/features/org/organization/components/settings-screen";

/** The members of the organisation, and its invitations. */
export function Members() {
  return (
    <SettingsScreen title={t`Members`} subtitle={t`Who works with you, and what they can do.`}>
      {({ role, time_zone }) => <People ownRole={role} zone={time_zone} />}
    </SettingsScreen>
  );
}
