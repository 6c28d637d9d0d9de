import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useDeleteUtmTemplate, useSaveUtmTemplate, utmTemplatesQuery } from "@/features/codes/codes/api/utm-templates";
import { hasUtm, type Utm } from "@/features/codes/codes/utm";
import { ApiError, messageOf } from "@/shared/api/errors";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { useToasts } from "@/shared/components/toasts";

interface UtmTemplatesProps {
  utm: Utm;
  onChoose: (utm: Utm) => void;
}

/** Applies UTM parameters from a template, and saves the typed ones as a template. */
export function UtmTemplates({ utm, onChoose }: UtmTemplatesProps) {
  const templates = useQuery(utmTemplatesQuery);
  const save = useSaveUtmTemplate();
  const remove = useDeleteUtmTemplate();
  const toasts = useToasts();
  const [selectedId, setSelectedId] = useState("");
  const [name, setName] = useState("");
  const [problem, setProblem] = useState("");
  const [isRemoving, setRemoving] = useState(false);
  const items = templates.data ?? [];
  const template = items.find((one) => one.template_id === selectedId);
  const choose = (templateId: string) => {
    setSelectedId(templateId);
    setProblem("");
    const match = items.find((one) => one.template_id === templateId);
    setName(match?.name ?? "");
    if (match !== undefined) {
      onChoose({ ...utm, ...match.utm });
    }
  };
  const saveTemplate = () => {
    setProblem("");
    save
      .mutateAsync({ templateId: template?.template_id ?? null, name: name.trim(), utm })
      .then((saved) => {
        setSelectedId(saved.template_id);
        toasts.success(t`Template “${saved.name}” saved`);
      })
      .catch((error: unknown) =>
        setProblem(error instanceof ApiError ? (error.fields["name"] ?? messageOf(error)) : messageOf(error)),
      );
  };
  const drop = () => {
    remove
      .mutateAsync(selectedId)
      .then(() => {
        setRemoving(false);
        choose("");
      })
      .catch(toasts.error);
  };
  return (
    <Stack spacing={1.5}>
      <Stack direction="row" spacing={1}>
        <TextField
          select
          fullWidth
          size="small"
          label={t`Template`}
          value={template === undefined ? "" : selectedId}
          onChange={(event) => choose(event.target.value)}
          error={templates.isError}
          helperText={templates.isError ? messageOf(templates.error) : undefined}
          slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
        >
          <MenuItem value="">
            {templates.isPending ? t`Loading…` : items.length === 0 ? t`No templates yet` : t`None`}
          </MenuItem>
          {items.map((one) => (
            <MenuItem key={one.template_id} value={one.template_id}>
              {one.name}
            </MenuItem>
          ))}
        </TextField>
        {template === undefined ? null : (
          <Button color="inherit" onClick={() => setRemoving(true)} sx={{ flexShrink: 0 }}>
            <Trans>Delete</Trans>
          </Button>
        )}
      </Stack>
      <Stack direction="row" spacing={1} sx={{ alignItems: "flex-start" }}>
        <TextField
          fullWidth
          size="small"
          label={t`Template name`}
          placeholder={t`Spring posters`}
          value={name}
          onChange={(event) => {
            setName(event.target.value);
            setProblem("");
          }}
          error={problem !== ""}
          helperText={problem}
          slotProps={{ htmlInput: { maxLength: 80 } }}
        />
        <Button
          variant="outlined"
          disabled={save.isPending || name.trim() === "" || !hasUtm(utm)}
          onClick={saveTemplate}
          sx={{ flexShrink: 0, minHeight: 40 }}
        >
          {template === undefined ? t`Save` : t`Update`}
        </Button>
      </Stack>
      <ConfirmDialog
        open={isRemoving}
        title={t`Delete “${template?.name ?? ""}”?`}
        confirmLabel={t`Delete`}
        busy={remove.isPending}
        onConfirm={drop}
        onCancel={() => setRemoving(false)}
      >
        <Trans>Codes keep the parameters added with this template.</Trans>
      </ConfirmDialog>
    </Stack>
  );
}
