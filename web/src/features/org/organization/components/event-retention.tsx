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

/** Event retention; a shorter time than before is confirmed first, as it takes away. */
export function EventRetention({ months }: { months: number }) {
  const update = useUpdateOrganization();
  const toasts = useToasts();
  const [selected, setSelected] = useState(months);
  const [asking, setAsking] = useState(false);
  const choices = retentionOptions(months);
  const isShorter = selected !== 0 && (months === 0 || selected < months);
  const words = choices.find(({ value }) => value === String(selected))?.label ?? "";
  const save = async () => {
    try {
      await update.mutateAsync({ retention_months: selected });
      toasts.success(selected === 0 ? "Events are kept forever" : `Events are kept for ${words}`);
    } catch (error) {
      toasts.error(error);
    }
    setAsking(false);
  };
  return (
    <Section
      title="Event retention"
      text="Older events and their visitors are deleted every night. Totals of scans, visits and forms are kept, and so are your customers."
    >
      <Stack direction={{ xs: "column", sm: "row" }} spacing={2} sx={{ alignItems: { sm: "flex-start" } }}>
        <TextField
          select
          label="Keep events for"
          value={String(selected)}
          onChange={({ target }) => setSelected(Number(target.value))}
          helperText={
            selected === 0 ? "Events are never deleted because of age" : `Events older than ${words} are deleted`
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
          Save
        </Button>
      </Stack>
      <ConfirmDialog
        open={asking}
        title={`Delete events older than ${words}?`}
        confirmLabel="Change retention"
        busy={update.isPending}
        onConfirm={() => void save()}
        onCancel={() => setAsking(false)}
      >
        Older events are deleted tonight. You can’t undo this, even by choosing a longer period later.
      </ConfirmDialog>
    </Section>
  );
}
