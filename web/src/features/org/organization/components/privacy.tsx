import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { ErasePerson } from "@/features/org/organization/components/erase-person";
import { ErasuresList } from "@/features/org/organization/components/erasures-list";
import { EventRetention } from "@/features/org/organization/components/event-retention";
import { SettingsScreen } from "@/features/org/organization/components/settings-screen";
import { VisitorConsent } from "@/features/org/organization/components/visitor-consent";
import type { components } from "@/shared/api/schema";
import { LeaveGuard } from "@/shared/components/leave-guard";

/** Visitor consent, erasure of personal data, and event retention. */
export function Privacy() {
  const [consent, setConsent] = useState<components["schemas"]["ConsentMode"] | null>(null);
  const [months, setMonths] = useState<number | null>(null);
  return (
    <SettingsScreen
      title={t`Privacy`}
      subtitle={t`Visitor consent, personal data erasure and event retention.`}
      adminsOnly={t`Ask an admin to change visitor consent, erase a person or change event retention.`}
    >
      {({ visitor_consent, time_zone, retention_months: stored }) => (
        <>
          <LeaveGuard
            isChanged={(consent ?? visitor_consent) !== visitor_consent || (months ?? stored ?? 0) !== (stored ?? 0)}
          >
            <Trans>You have unsaved settings.</Trans>
          </LeaveGuard>
          <VisitorConsent mode={visitor_consent} draft={consent} setDraft={setConsent} />
          <ErasePerson />
          <ErasuresList zone={time_zone} />
          <EventRetention months={stored ?? 0} draft={months} setDraft={setMonths} />
        </>
      )}
    </SettingsScreen>
  );
}
