import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import ExpandMoreIcon from "@mui/icons-material/ExpandMore";
import Accordion from "@mui/material/Accordion";
import AccordionDetails from "@mui/material/AccordionDetails";
import AccordionSummary from "@mui/material/AccordionSummary";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { hasAudience } from "@/blocks/audience";
import type { Audience } from "@/blocks/types";
import { SettingField } from "@/features/content/pages/editor/setting-field";
import { AUDIENCE_SETTINGS } from "@/features/content/pages/editor/settings";
import { formatDateTime } from "@/shared/format/dates";
import { formatChoices } from "@/shared/format/lists";
import { useOrganizationData } from "@/shared/organization/organization";

interface AudienceSettingsProps {
  props: Record<string, unknown>;
  onChange: (name: string, value: unknown) => void;
  problemOf: (name: string) => string | undefined;
}

/** The audience of a block. Collapsed as long as the block is for everybody. */
export function AudienceSettings({ props, onChange, problemOf }: AudienceSettingsProps) {
  const audience = props as Audience;
  const zone = useOrganizationData().data?.time_zone;
  return (
    <Accordion
      disableGutters
      elevation={0}
      defaultExpanded={hasAudience(audience)}
      sx={{ border: 1, borderColor: "divider", borderRadius: 2, "&::before": { display: "none" } }}
    >
      <AccordionSummary expandIcon={<ExpandMoreIcon />}>
        <Box>
          <Typography variant="body2" component="span" sx={{ display: "block", fontWeight: 600 }}>
            <Trans>Audience</Trans>
          </Typography>
          <Typography variant="caption" component="span" color="textSecondary" sx={{ display: "block" }}>
            {audienceInWords(audience, zone)}
          </Typography>
        </Box>
      </AccordionSummary>
      <AccordionDetails>
        <Stack spacing={2}>
          {AUDIENCE_SETTINGS.map((setting) => (
            <div key={setting.name} data-setting={setting.name}>
              <SettingField
                setting={setting}
                value={props[setting.name]}
                onChange={(value) => onChange(setting.name, value)}
                error={problemOf(setting.name)}
              />
            </div>
          ))}
        </Stack>
      </AccordionDetails>
    </Accordion>
  );
}

/** Describes an audience in one line, with times in the time zone of the organisation. */
export function audienceInWords(audience: Audience, zone: string | undefined): string {
  if (!hasAudience(audience)) {
    return t`Everyone`;
  }
  const parts = [
    audience.for_visitors === "new"
      ? t`first visits`
      : audience.for_visitors === "returning"
        ? t`returning visitors`
        : "",
    namesOf("for_devices", audience.for_devices),
    namesOf("for_languages", audience.for_languages),
    audience.for_segments?.length
      ? plural(audience.for_segments.length, { one: "customers of a segment", other: "customers of # segments" })
      : "",
    audience.shown_from ? t`from ${formatDateTime(audience.shown_from, zone)}` : "",
    audience.shown_until ? t`until ${formatDateTime(audience.shown_until, zone)}` : "",
  ].filter((part) => part !== "");
  return t`Only: ${parts.join(", ")}`;
}

function namesOf(setting: "for_devices" | "for_languages", values: readonly string[] | null | undefined): string {
  const match = AUDIENCE_SETTINGS.find((one) => one.name === setting);
  const options = match?.kind === "several" ? match.options : [];
  return formatChoices(
    (values ?? []).map((value) => {
      const option = options.find((one) => one.value === value);
      return option === undefined ? value : t(option.label);
    }),
  );
}
