import { BrandSettings } from "@/features/org/organization/components/brand-settings";
import { SettingsScreen } from "@/features/org/organization/components/settings-screen";
import { ThemeSettings } from "@/features/org/organization/components/theme-settings";

/** What visitors recognise the organisation by. */
export function Brand() {
  return (
    <SettingsScreen title="Brand" subtitle="What visitors see on your pages and codes." isWide>
      {(organization, isAdmin) => (
        <>
          <BrandSettings organization={organization} mayEdit={isAdmin} />
          <ThemeSettings organization={organization} mayEdit={isAdmin} />
        </>
      )}
    </SettingsScreen>
  );
}
