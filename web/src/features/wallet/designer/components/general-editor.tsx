import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import type { ReactNode } from "react";
import type { LintFinding } from "@/features/wallet/designer/api/templates";
import { FieldFindings } from "@/features/wallet/designer/components/findings";
import { PlaceholderField } from "@/features/wallet/designer/components/placeholder-field";
import { ContactlessEditor, EventEditor, TripEditor } from "@/features/wallet/designer/components/style-editors";
import { STYLE_NAMES, withStyle } from "@/features/wallet/designer/styles";
import type { PassDesign } from "@/features/wallet/designer/use-pass-design";
import type { PassStyle } from "@/shared/wallet/pass-content";

interface GeneralEditorProps {
  design: PassDesign;
  zone: string;
  findings: readonly LintFinding[];
}

/** The general settings of a pass: its name, its style, and texts outside of fields. */
export function GeneralEditor({ design, zone, findings }: GeneralEditorProps) {
  const { draft } = design;
  const { content } = draft;
  const on = (path: string) => findings.filter((it) => it.field === path || it.field.startsWith(`${path}.`));
  return (
    <Stack sx={{ gap: 2 }}>
      <Part path="name" findings={on("name")}>
        <TextField
          label={t`Template name`}
          value={draft.name}
          onChange={(event) => design.rename(event.target.value)}
          helperText={t`Only visible to your team`}
          slotProps={{ htmlInput: { maxLength: 80 } }}
        />
      </Part>
      <TextField
        select
        label={t`Style`}
        value={content.style}
        onChange={(event) => design.change(withStyle(content, event.target.value as PassStyle), "style")}
      >
        {Object.entries(STYLE_NAMES).map(([style, name]) => (
          <MenuItem key={style} value={style}>
            {t(name)}
          </MenuItem>
        ))}
      </TextField>
      <Part path="organization" findings={on("organization")}>
        <TextField
          label={t`Organisation`}
          value={content.organization}
          onChange={(event) => design.change({ organization: event.target.value }, "organization")}
          helperText={t`Shown in notifications and above the pass in Google Wallet`}
          slotProps={{ htmlInput: { maxLength: 120 } }}
        />
      </Part>
      <Part path="title" findings={on("title")}>
        <TextField
          label={t`Text beside the logo`}
          value={content.title}
          onChange={(event) => design.change({ title: event.target.value }, "title")}
          slotProps={{ htmlInput: { maxLength: 60 } }}
        />
      </Part>
      <Part path="description" findings={on("description")}>
        <PlaceholderField
          label={t`Description`}
          value={content.description}
          onChange={(description) => design.change({ description }, "description")}
          helperText={t`Read out first by screen readers`}
          maxLength={120}
        />
      </Part>
      {content.event ? (
        <Part path="event" findings={on("event")}>
          <EventEditor event={content.event} zone={zone} onChange={(event) => design.change({ event }, "event")} />
        </Part>
      ) : null}
      {content.event?.is_poster || content.nfc ? (
        <Part path="nfc" findings={on("nfc")}>
          <ContactlessEditor nfc={content.nfc} onChange={(nfc) => design.change({ nfc }, "nfc")} />
        </Part>
      ) : null}
      {content.trip ? (
        <Part path="trip" findings={on("trip")}>
          <TripEditor trip={content.trip} zone={zone} onChange={(trip) => design.change({ trip }, "trip")} />
        </Part>
      ) : null}
      <Part path="group" findings={on("group")}>
        <TextField
          label={t`Group`}
          value={content.group ?? ""}
          onChange={(event) => design.change({ group: event.target.value || null }, "group")}
          helperText={t`Event tickets and boarding passes with the same group are stacked`}
          slotProps={{ htmlInput: { maxLength: 80 } }}
        />
      </Part>
      <FormControlLabel
        control={
          <Switch
            checked={content.can_be_shared}
            onChange={(_, can_be_shared) => design.change({ can_be_shared }, "sharing")}
          />
        }
        label={t`People can share the pass`}
      />
    </Stack>
  );
}

interface PartProps {
  path: string;
  findings: readonly LintFinding[];
  children: ReactNode;
}

/** An input with its findings. */
export function Part({ path, findings, children }: PartProps) {
  return (
    <Box data-path={path}>
      {children}
      <FieldFindings findings={findings} sx={{ pt: 0.5 }} />
    </Box>
  );
}
