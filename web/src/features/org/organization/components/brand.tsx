import { BrandSettings } from "@/features/org/organization/components/brand-settings";
import { SettingsScreen } from "@/features/org/organization/components/settings-screen";
import { ThemePicker } from "@/features/org/organization/components/theme-picker";

/** What visitors recognise the organisation by. */
export function Brand() {
  return (
    <SettingsScreen title="Brand" subtitle="What visitors see on your pages and codes.">
      {(organization, isAdmin) => (
        <>
          <BrandSettings organization={organization} mayEdit={isAdmin} />
          <ThemePicker organization={organization} mayEdit={isAdmin} />
        </>
      )}
    </SettingsScreen>
  );
}
