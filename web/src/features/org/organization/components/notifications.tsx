import { t } from "@lingui/core/macro";
import { EmailAlerts } from "@/features/org/organization/components/email-alerts";
import { SandboxMessages } from "@/features/org/organization/components/sandbox-messages";
import { SettingsScreen } from "@/features/org/organization/components/settings-screen";

/** The alerts that the organisation gets by email, and messages that no provider sent. */
export function Notifications() {
  return (
    <SettingsScreen title={t`Notifications`} subtitle={t`What we email you about.`}>
      {({ alerts_by_mail, time_zone }, isAdmin) => (
        <>
          <EmailAlerts isOn={alerts_by_mail} mayEdit={isAdmin} />
          {isAdmin ? <SandboxMessages zone={time_zone} /> : null}
        </>
      )}
    </SettingsScreen>
  );
}
