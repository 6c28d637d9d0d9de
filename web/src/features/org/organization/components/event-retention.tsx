import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { useUpdateOrganization } from "@/features/org/organization/api/save-organization";
import { retentionOptions } from "@/features/org/organization/choices";
import { Section } from "@/features/org/organization/components/section";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { useToasts } from "@/shared/components/toasts";

interface EventRetentionProps {
  /** 0 keeps events forever. */
  months: number;
  /** The selection that is not saved yet. */
  draft: number | null;
  setDraft: (draft: number | null) => void;
}

/** Event retention. A shorter period must be confirmed, because it deletes data. */
export function EventRetention({ months, draft, setDraft }: EventRetentionProps) {
  const update = useUpdateOrganization();
  const toasts = useToasts();
  const selected = draft ?? months;
  const [asking, setAsking] = useState(false);
  const choices = retentionOptions(months);
  const isShorter = selected !== 0 && (months === 0 || selected < months);
  const words = choices.find(({ value }) => value === String(selected))?.label ?? "";
  const save = async () => {
    try {
      await update.mutateAsync({ retention_months: selected });
      setDraft(null);
      toasts.success(selected === 0 ? t`Events are kept forever` : t`Events are kept for ${words}`);
    } catch (error) {
      toasts.error(error);
    }
    setAsking(false);
  };
  return (
    <Section
      title={t`Event retention`}
      text={t`Older events and their visitors are deleted every night. Totals of scans, visits and forms are kept, and so are your customers.`}
    >
      <Stack direction={{ xs: "column", sm: "row" }} spacing={2} sx={{ alignItems: { sm: "flex-start" } }}>
        <TextField
          select
          label={t`Keep events for`}
          value={String(selected)}
          onChange={({ target }) => setDraft(Number(target.value) === months ? null : Number(target.value))}
          helperText={
            selected === 0
              ? t`Events are never deleted because of their age`
              : t`Events older than ${words} are deleted`
          }
          sx={{ width: { sm: 320 } }}
        >
          {choices.map(({ value, label }) => (
            <MenuItem key={value} value={value}>
              {label}
            </MenuItem>
          ))}
        </TextField>
        <Button
          variant="contained"
          disabled={selected === months || update.isPending}
          onClick={() => (isShorter ? setAsking(true) : void save())}
          sx={{ height: { sm: 40 } }}
        >
          <Trans>Save</Trans>
        </Button>
      </Stack>
      <ConfirmDialog
        open={asking}
        title={t`Delete events older than ${words}?`}
        confirmLabel={t`Change retention`}
        busy={update.isPending}
        onConfirm={() => void save()}
        onCancel={() => setAsking(false)}
      >
        <Trans>Older events are deleted tonight. You can’t undo this, even by choosing a longer period later.</Trans>
      </ConfirmDialog>
    </Section>
  );
}
