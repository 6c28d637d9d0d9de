import { t } from "@lingui/core/macro";
import { ApiKeys } from "@/features/org/organization/components/api-keys";
import { SettingsScreen } from "@/features/org/organization/components/settings-screen";

/** Keys for programs that call the API. */
export function ApiKeysScreen() {
  return (
    <SettingsScreen
      title={t`API keys`}
      subtitle={t`Access for your own programs and tools.`}
      adminsOnly={t`Ask an admin to create or revoke API keys.`}
    >
      {({ role, time_zone }) => <ApiKeys ownRole={role} zone={time_zone} />}
    </SettingsScreen>
  );
}
