import DeleteIcon from "@mui/icons-material/DeleteOutlined";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import IconButton from "@mui/material/IconButton";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemText from "@mui/material/ListItemText";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
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

const TYPES: Record<CustomerField["type"], string> = {
  text: "Text",
  number: "Number",
  date: "Date",
  yes_no: "Yes or no",
  choice: "Choice",
};

/** Custom fields of customers: which there are, one more, one fewer. */
export function FieldsDialog({ onClose }: { onClose: () => void }) {
  const fields = useQuery(customerFieldsQuery);
  const saving = useSaveField();
  const deletion = useDeleteField();
  const [label, setLabel] = useState("");
  const [type, setType] = useState<CustomerField["type"]>("text");
  const [options, setOptions] = useState("");
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
      { name, label: label.trim(), type, options: type === "choice" ? choices : [] },
      {
        onSuccess: () => {
          setLabel("");
          setOptions("");
        },
      },
    );
  };
  return (
    <FormDialog asks={label !== ""} onClose={onClose} aria-labelledby="fields-title" maxWidth="sm" fullWidth>
      <DialogTitle id="fields-title" sx={{ typography: "h4" }}>
        Customer fields
      </DialogTitle>
      <DialogContent>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
          A form field with the same name fills in the customer’s value.
        </Typography>
        {error ? <Alert severity="error">{messageOf(error)}</Alert> : null}
        {fields.isError ? <ErrorState error={fields.error} onRetry={() => void fields.refetch()} compact /> : null}
        <List dense aria-label="Fields" aria-busy={fields.isPending}>
          {(fields.data?.items ?? []).map((field) => (
            <ListItem
              key={field.name}
              disableGutters
              secondaryAction={
                <IconButton edge="end" aria-label={`Delete ${field.label}`} onClick={() => setDoomed(field)}>
                  <DeleteIcon />
                </IconButton>
              }
            >
              <ListItemText
                primary={field.label}
                secondary={[field.name, TYPES[field.type], field.options.join(", ")].filter(Boolean).join(" · ")}
              />
            </ListItem>
          ))}
        </List>
        <form onSubmit={add} noValidate aria-label="Add a field">
          <Stack spacing={1.5} sx={{ mt: 1 }}>
            <Stack direction={{ xs: "column", sm: "row" }} spacing={1.5}>
              <TextField
                label="New field"
                value={label}
                onChange={({ target }) => setLabel(target.value)}
                helperText={name === "" ? "Such as Shoe size" : `Name in forms and files: ${name}`}
                slotProps={{ htmlInput: { maxLength: 80 } }}
                sx={{ flex: 1 }}
              />
              <TextField
                select
                label="Type"
                value={type}
                onChange={({ target }) => setType(target.value as CustomerField["type"])}
                sx={{ minWidth: 140 }}
              >
                {Object.entries(TYPES).map(([value, text]) => (
                  <MenuItem key={value} value={value}>
                    {text}
                  </MenuItem>
                ))}
              </TextField>
            </Stack>
            {type === "choice" ? (
              <TextField
                label="Options"
                value={options}
                onChange={({ target }) => setOptions(target.value)}
                helperText="Separated by commas"
              />
            ) : null}
            <Button
              type="submit"
              variant="outlined"
              disabled={!isComplete || saving.isPending}
              sx={{ alignSelf: "flex-start" }}
            >
              Add field
            </Button>
          </Stack>
        </form>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
      <ConfirmDialog
        open={doomed !== null}
        title="Delete this field?"
        confirmLabel="Delete"
        onConfirm={() => {
          if (doomed !== null) {
            deletion.mutate(doomed.name);
          }
          setDoomed(null);
        }}
        onCancel={() => setDoomed(null)}
      >
        {`“${doomed?.label ?? ""}” and its values are removed from all customers.`}
      </ConfirmDialog>
    </FormDialog>
  );
}
