import { t } from "@lingui/core/macro";
import { useState } from "react";
import { BrandSettings } from "@/features/org/organization/components/brand-settings";
import { SettingsScreen } from "@/features/org/organization/components/settings-screen";
import { ThemeSettings } from "@/features/org/organization/components/theme-settings";
import type { Theme } from "@/shared/organization/themes";

/** The brand of the organisation as visitors see it. */
export function Brand() {
  const [draft, setDraft] = useState<Theme | null>(null);
  return (
    <SettingsScreen title={t`Brand`} subtitle={t`What visitors see on your pages and codes.`} isWide>
      {(organization, isAdmin) => (
        <>
          <BrandSettings organization={organization} mayEdit={isAdmin} hasOtherChanges={draft !== null} />
          <ThemeSettings organization={organization} mayEdit={isAdmin} draft={draft} setDraft={setDraft} />
        </>
      )}
    </SettingsScreen>
  );
}
