import { SettingsScreen } from "@/features/org/organization/components/settings-screen";
import { You } from "@/features/org/organization/components/you";

/** Who is logged in. */
export function Account() {
  return (
    <SettingsScreen title="Account" subtitle="How you appear to your team.">
      {({ role }) => <You role={role} />}
    </SettingsScreen>
  );
}
