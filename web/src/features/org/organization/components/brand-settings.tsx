import { t } from "@lingui/core/macro";
import { Controller } from "react-hook-form";
import { z } from "zod";
import { Section } from "@/features/org/organization/components/section";
import { SettingsForm } from "@/features/org/organization/components/settings-form";
import { useSettingsForm } from "@/features/org/organization/components/use-settings-form";
import type { components } from "@/shared/api/schema";
import { ColorField } from "@/shared/components/color-field";
import { PictureField } from "@/shared/media/picture-field";

type Organization = components["schemas"]["OrganizationData"];

const schema = z.object({
  logo: z
    .string()
    .trim()
    .regex(/^(https:\/\/\S+|\/\S*)?$/, { error: () => t`Enter a URL that starts with https://` }),
  color: z.string(),
});
type Brand = z.infer<typeof schema>;

/** The colour that visitors see if none is chosen. */
const OWN_COLOR = "#1f4fa3";

function valuesOf({ organization_logo, brand }: Organization): Brand {
  const color = brand["color"];
  return { logo: organization_logo, color: typeof color === "string" ? color : OWN_COLOR };
}

function bodyOf({ logo, color }: Partial<Brand>): components["schemas"]["UpdateOrganization"] {
  return {
    ...(logo === undefined ? {} : { logo }),
    ...(color === undefined ? {} : { brand: { color } }),
  };
}

interface BrandSettingsProps {
  organization: Organization;
  mayEdit: boolean;
  /** Whether the theme has unsaved changes. */
  hasOtherChanges?: boolean;
}

/** Edits the logo and the colour. */
export function BrandSettings({ organization, mayEdit, hasOtherChanges = false }: BrandSettingsProps) {
  const { form, ...state } = useSettingsForm({ organization, schema, valuesOf, bodyOf });
  return (
    <Section
      title={t`Logo and colour`}
      text={mayEdit ? t`Used on your pages and branded codes.` : t`Only admins can change these.`}
    >
      <SettingsForm {...state} mayEdit={mayEdit} hasOtherChanges={hasOtherChanges}>
        <Controller
          name="logo"
          control={form.control}
          render={({ field: { ref, ...field }, fieldState: { error } }) => (
            <PictureField
              {...field}
              inputRef={ref}
              label={t`Logo`}
              disabled={!mayEdit}
              error={error !== undefined}
              helperText={error?.message ?? t`Optional. Visible to visitors`}
              // Without the host, because pages on custom domains have the same path.
              addressOf={({ fallback_url }) => new URL(fallback_url).pathname}
            />
          )}
        />
        <Controller
          name="color"
          control={form.control}
          render={({ field }) => (
            <ColorField
              label={t`Brand colour`}
              value={field.value}
              onChange={field.onChange}
              disabled={!mayEdit}
              helperText={t`Used for your pages and branded codes`}
            />
          )}
        />
      </SettingsForm>
    </Section>
  );
}
