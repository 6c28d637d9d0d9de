import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import AppShortcutIcon from "@mui/icons-material/AppShortcut";
import CampaignOutlinedIcon from "@mui/icons-material/CampaignOutlined";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import { useId, useState } from "react";
import { Controller, useFormContext } from "react-hook-form";
import { completeAddress } from "@/shared/url/addresses";
import { appLinksInWords } from "@/features/codes/codes/app-links";
import type { CodeForm } from "@/features/codes/codes/code-form";
import { AppLinksDialog } from "@/features/codes/codes/components/app-links-dialog";
import { UtmDialog } from "@/features/codes/codes/components/utm-dialog";
import { withUtm } from "@/features/codes/codes/utm";

/** The parameters that are added to a destination: UTM parameters, and those of the visitor's address. */
export function DestinationFields() {
  const { control, getValues, setValue } = useFormContext<CodeForm>();
  const helpId = useId();
  const [asking, setAsking] = useState<"utm" | "app" | null>(null);
  const address = completeAddress(getValues("destination"));
  return (
    <Stack spacing={1}>
      <Button startIcon={<CampaignOutlinedIcon />} onClick={() => setAsking("utm")} sx={{ alignSelf: "flex-start" }}>
        <Trans>UTM parameters…</Trans>
      </Button>
      <Controller
        name="app_links"
        control={control}
        render={({ field, fieldState: { error } }) => (
          <div>
            <Button startIcon={<AppShortcutIcon />} onClick={() => setAsking("app")}>
              <Trans>Open an app on phones…</Trans>
            </Button>
            <FormHelperText error={error !== undefined} sx={{ mt: 0 }}>
              {error?.message ?? appLinksInWords(field.value)}
            </FormHelperText>
            {asking === "app" ? (
              <AppLinksDialog
                links={field.value}
                onApply={(links) => {
                  field.onChange(links);
                  setAsking(null);
                }}
                onClose={() => setAsking(null)}
              />
            ) : null}
          </div>
        )}
      />
      <Controller
        name="forwards_query"
        control={control}
        render={({ field }) => (
          <div>
            <FormControlLabel
              control={
                <Switch
                  checked={field.value}
                  onChange={(_, checked) => field.onChange(checked)}
                  slotProps={{ input: { "aria-describedby": helpId } }}
                />
              }
              label={t`Forward query parameters`}
            />
            <FormHelperText id={helpId} sx={{ mt: 0 }}>
              <Trans>
                Adds the link’s query parameters to the destination. The destination’s own values take precedence
              </Trans>
            </FormHelperText>
          </div>
        )}
      />
      {asking === "utm" ? (
        <UtmDialog
          title={t`UTM parameters`}
          address={address}
          label={t`Apply to destination`}
          onApply={(utm) => {
            setValue("destination", withUtm(address, utm), { shouldDirty: true, shouldValidate: true });
            setAsking(null);
          }}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </Stack>
  );
}
