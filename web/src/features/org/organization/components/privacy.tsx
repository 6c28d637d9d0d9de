import { t } from "@lingui/core/macro";
import { ErasePerson } from "@/features/org/organization/components/erase-person";
import { ErasuresList } from "@/features/org/organization/components/erasures-list";
import { EventRetention } from "@/features/org/organization/components/event-retention";
import { SettingsScreen } from "@/features/org/organization/components/settings-screen";
import { VisitorConsent } from "@/features/org/organization/components/visitor-consent";

/** Visitor consent, erasure of personal data, and event retention. */
export function Privacy() {
  return (
    <SettingsScreen
      title={t`Privacy`}
      subtitle={t`Visitor consent, personal data erasure and event retention.`}
      adminsOnly={t`Ask an admin to change visitor consent, erase a person or change event retention.`}
    >
      {({ visitor_consent, time_zone, retention_months }) => (
        <>
          <VisitorConsent key={visitor_consent} mode={visitor_consent} />
          <ErasePerson />
          <ErasuresList zone={time_zone} />
          <EventRetention key={retention_months} months={retention_months ?? 0} />
        </>
      )}
    </SettingsScreen>
  );
}
