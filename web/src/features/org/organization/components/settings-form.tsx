import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { LeaveGuard } from "@/shared/components/leave-guard";

interface SettingsFormProps {
  save: () => Promise<void>;
  isChanged: boolean;
  isSaving: boolean;
  mayEdit: boolean;
  /** Whether other input on the screen is unsaved, because only one guard works at a time. */
  hasOtherChanges?: boolean;
  children: ReactNode;
}

/** Fields in two columns with a button to save them. */
export function SettingsForm({
  save,
  isChanged,
  isSaving,
  mayEdit,
  hasOtherChanges = false,
  children,
}: SettingsFormProps) {
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Box sx={{ display: "grid", gap: 2.5, gridTemplateColumns: { sm: "1fr 1fr" } }}>{children}</Box>
      <LeaveGuard isChanged={hasOtherChanges || (isChanged && !isSaving)}>
        <Trans>You have unsaved settings.</Trans>
      </LeaveGuard>
      {mayEdit ? (
        <Box sx={{ display: "flex", justifyContent: "flex-end", mt: 2.5 }}>
          <Button type="submit" variant="contained" disabled={!isChanged || isSaving}>
            <Trans>Save settings</Trans>
          </Button>
        </Box>
      ) : null}
    </Box>
  );
}
