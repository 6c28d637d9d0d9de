import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { useUpdateOrganization } from "@/features/org/organization/api/save-organization";
import { keptFor } from "@/features/org/organization/choices";
import { Section } from "@/features/org/organization/components/section";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { useToasts } from "@/shared/components/toasts";

/** How long events are kept; a shorter time than before is confirmed first, as it takes away. */
export function EventRetention({ months }: { months: number }) {
  const update = useUpdateOrganization();
  const toasts = useToasts();
  const [chosen, setChosen] = useState(months);
  const [asking, setAsking] = useState(false);
  const choices = keptFor(months);
  const isShorter = chosen !== 0 && (months === 0 || chosen < months);
  const words = choices.find(({ value }) => value === String(chosen))?.label ?? "";
  const save = async () => {
    try {
      await update.mutateAsync({ retention_months: chosen });
      toasts.success(chosen === 0 ? "Events are kept for ever" : `Events are kept for ${words}`);
    } catch (error) {
      toasts.error(error);
    }
    setAsking(false);
  };
  return (
    <Section
      title="How long events are kept"
      text="Each night, older events are dropped together with who did them. Totals of scans, visits and forms stay for ever, and so do your customers."
    >
      <Stack direction={{ xs: "column", sm: "row" }} spacing={2} sx={{ alignItems: { sm: "flex-start" } }}>
        <TextField
          select
          label="Keep events"
          value={String(chosen)}
          onChange={({ target }) => setChosen(Number(target.value))}
          helperText={chosen === 0 ? "Nothing is dropped because of its age" : `What is older than ${words} is dropped`}
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
          disabled={chosen === months || update.isPending}
          onClick={() => (isShorter ? setAsking(true) : void save())}
          sx={{ height: { sm: 40 } }}
        >
          Save
        </Button>
      </Stack>
      <ConfirmDialog
        open={asking}
        title={`Keep events for ${words} only?`}
        confirmLabel="Keep them that long"
        busy={update.isPending}
        onConfirm={() => void save()}
        onCancel={() => setAsking(false)}
      >
        Events that are older are dropped at night, and nothing brings them back, also not a longer time later.
      </ConfirmDialog>
    </Section>
  );
}
