import { ApiKeys } from "@/features/org/organization/components/api-keys";
import { SettingsScreen } from "@/features/org/organization/components/settings-screen";

/** Keys for programs that call the API. */
export function ApiKeysScreen() {
  return (
    <SettingsScreen
      title="API keys"
      subtitle="Access for your own programs and tools."
      adminsOnly="Ask an admin to create or revoke API keys."
    >
      {({ role, time_zone }) => <ApiKeys ownRole={role} zone={time_zone} />}
    </SettingsScreen>
  );
}
