import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import DeleteIcon from "@mui/icons-material/DeleteOutlined";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import FormControlLabel from "@mui/material/FormControlLabel";
import IconButton from "@mui/material/IconButton";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemText from "@mui/material/ListItemText";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import {
  type CustomerField,
  customerFieldsQuery,
  useDeleteField,
  useSaveField,
} from "@/features/people/customers/api/customers";
import { fieldNameOf } from "@/features/people/customers/field-names";
import { messageOf } from "@/shared/api/errors";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { FormDialog } from "@/shared/components/form-dialog";
import { ErrorState } from "@/shared/components/state-views";

const TYPES: Record<CustomerField["type"], MessageDescriptor> = {
  text: msg`Text`,
  number: msg`Number`,
  date: msg`Date`,
  yes_no: msg`Yes or no`,
  choice: msg`Choice`,
};

const canBeKey = (type: CustomerField["type"]) => type === "text" || type === "number";

/** The custom fields of customers: list, add, delete. */
export function FieldsDialog({ onClose }: { onClose: () => void }) {
  const fields = useQuery(customerFieldsQuery);
  const saving = useSaveField();
  const deletion = useDeleteField();
  const [label, setLabel] = useState("");
  const [type, setType] = useState<CustomerField["type"]>("text");
  const [options, setOptions] = useState("");
  const [isKey, setKey] = useState(false);
  const [doomed, setDoomed] = useState<CustomerField | null>(null);
  const name = fieldNameOf(label);
  const choices = options
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean);
  const isComplete = name !== "" && (type !== "choice" || choices.length > 0);
  const error = saving.error ?? deletion.error;
  const add = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isComplete || saving.isPending) {
      return;
    }
    saving.mutate(
      {
        name,
        label: label.trim(),
        type,
        options: type === "choice" ? choices : [],
        is_merge_key: isKey && canBeKey(type),
      },
      {
        onSuccess: () => {
          setLabel("");
          setOptions("");
          setKey(false);
        },
      },
    );
  };
  return (
    <FormDialog asks={label !== ""} onClose={onClose} aria-labelledby="fields-title" maxWidth="sm" fullWidth>
      <DialogTitle id="fields-title" sx={{ typography: "h4" }}>
        <Trans>Customer fields</Trans>
      </DialogTitle>
      <DialogContent>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
          <Trans>A form field with the same name fills in the customer’s value.</Trans>
        </Typography>
        {error ? <Alert severity="error">{messageOf(error)}</Alert> : null}
        {fields.isError ? <ErrorState error={fields.error} onRetry={() => void fields.refetch()} compact /> : null}
        <List dense aria-label={t`Fields`} aria-busy={fields.isPending}>
          {(fields.data?.items ?? []).map((field) => (
            <ListItem
              key={field.name}
              disableGutters
              secondaryAction={
                <IconButton edge="end" aria-label={t`Delete ${field.label}`} onClick={() => setDoomed(field)}>
                  <DeleteIcon />
                </IconButton>
              }
            >
              <ListItemText
                primary={field.label}
                secondary={[
                  field.name,
                  t(TYPES[field.type]),
                  field.options.join(", "),
                  field.is_merge_key ? t`Identifies people` : "",
                ]
                  .filter(Boolean)
                  .join(" · ")}
              />
            </ListItem>
          ))}
        </List>
        <form onSubmit={add} noValidate aria-label={t`Add a field`}>
          <Stack spacing={1.5} sx={{ mt: 1 }}>
            <Stack direction={{ xs: "column", sm: "row" }} spacing={1.5}>
              <TextField
                label={t`New field`}
                value={label}
                onChange={({ target }) => setLabel(target.value)}
                helperText={name === "" ? t`Such as Shoe size` : t`Name in forms and files: ${name}`}
                slotProps={{ htmlInput: { maxLength: 80 } }}
                sx={{ flex: 1 }}
              />
              <TextField
                select
                label={t`Type`}
                value={type}
                onChange={({ target }) => setType(target.value as CustomerField["type"])}
                sx={{ width: { sm: 160 }, flexShrink: 0 }}
              >
                {Object.entries(TYPES).map(([value, text]) => (
                  <MenuItem key={value} value={value}>
                    {t(text)}
                  </MenuItem>
                ))}
              </TextField>
            </Stack>
            {type === "choice" ? (
              <TextField
                label={t`Options`}
                value={options}
                onChange={({ target }) => setOptions(target.value)}
                helperText={t`Separated by commas`}
              />
            ) : null}
            {canBeKey(type) ? (
              <FormControlLabel
                control={<Switch checked={isKey} onChange={(_, checked) => setKey(checked)} />}
                label={t`Identifies people: customers with the same value are proposed as duplicates`}
              />
            ) : null}
            <Button
              type="submit"
              variant="outlined"
              disabled={!isComplete || saving.isPending}
              sx={{ alignSelf: "flex-start" }}
            >
              <Trans>Add field</Trans>
            </Button>
          </Stack>
        </form>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </DialogActions>
      <ConfirmDialog
        open={doomed !== null}
        title={t`Delete this field?`}
        confirmLabel={t`Delete`}
        onConfirm={() => {
          if (doomed !== null) {
            deletion.mutate(doomed.name);
          }
          setDoomed(null);
        }}
        onCancel={() => setDoomed(null)}
      >
        {t`“${doomed?.label ?? ""}” and its values are removed from all customers.`}
      </ConfirmDialog>
    </FormDialog>
  );
}
