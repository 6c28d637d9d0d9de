import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Autocomplete from "@mui/material/Autocomplete";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import ListSubheader from "@mui/material/ListSubheader";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { customerFieldsQuery } from "@/features/people/customers/api/customers";
import { type ImportChoice, type ImportDetail, useCheckImport } from "@/features/people/customers/api/imports";
import { TARGETS } from "@/features/people/customers/import-texts";
import { messageOf } from "@/shared/api/errors";
import { ColumnMapping } from "@/shared/components/column-mapping";

const IDENTIFYING: readonly (string | null)[] = ["email", "phone", "first_name", "last_name", "full_name"];

interface ImportMappingProps {
  detail: ImportDetail;
  onChecking: () => void;
}

/** Matches the columns of a file with fields, and sets how the file is read. */
export function ImportMapping({ detail, onChecking }: ImportMappingProps) {
  const checking = useCheckImport(detail.import_id);
  const known = useQuery(customerFieldsQuery).data;
  const [mapping, setMapping] = useState<(string | null)[]>(detail.columns.map((one) => one.target));
  const [existing, setExisting] = useState<NonNullable<ImportChoice["existing"]>>(detail.existing);
  const [dates, setDates] = useState(detail.dates);
  const [tags, setTags] = useState<string[]>(detail.tags);
  const isNamed = mapping.some((target) => IDENTIFYING.includes(target));
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    checking.mutate({ mapping, existing, dates, tags }, { onSuccess: onChecking });
  };
  return (
    <Stack component="form" spacing={3} onSubmit={submit} noValidate>
      {detail.error === null ? null : <Alert severity="error">{detail.error}</Alert>}
      {checking.error ? <Alert severity="error">{messageOf(checking.error)}</Alert> : null}
      <Card>
        <ColumnMapping columns={detail.columns} mapping={mapping} onChange={setMapping}>
          {TARGETS.map(([target, label]) => (
            <MenuItem key={target} value={target}>
              {t(label)}
            </MenuItem>
          ))}
          {known?.items.length ? (
            <ListSubheader>
              <Trans>Fields</Trans>
            </ListSubheader>
          ) : null}
          {known?.items.map((field) => (
            <MenuItem key={field.name} value={`field:${field.name}`}>
              {field.label}
            </MenuItem>
          ))}
        </ColumnMapping>
      </Card>
      <Stack direction={{ xs: "column", sm: "row" }} spacing={2}>
        <TextField
          select
          fullWidth
          label={t`Existing customers`}
          value={existing}
          onChange={({ target }) => setExisting(target.value as typeof existing)}
          helperText={t`Found by email address, otherwise by phone number`}
        >
          <MenuItem value="fill">
            <Trans>Add what is missing</Trans>
          </MenuItem>
          <MenuItem value="update">
            <Trans>Replace their values</Trans>
          </MenuItem>
          <MenuItem value="skip">
            <Trans>Leave them as they are</Trans>
          </MenuItem>
        </TextField>
        <TextField
          select
          fullWidth
          label={t`Dates`}
          value={dates}
          onChange={({ target }) => setDates(target.value as typeof dates)}
          helperText={t`For dates that don’t begin with the year`}
        >
          <MenuItem value="dmy">
            <Trans>Day first: 17.05.1990</Trans>
          </MenuItem>
          <MenuItem value="mdy">
            <Trans>Month first: 05/17/1990</Trans>
          </MenuItem>
          <MenuItem value="ymd">
            <Trans>Year first only: 1990-05-17</Trans>
          </MenuItem>
        </TextField>
      </Stack>
      <Autocomplete
        multiple
        freeSolo
        autoSelect
        options={known?.tags ?? []}
        value={tags}
        onChange={(_, value) => setTags(value)}
        renderInput={(params) => (
          <TextField
            {...params}
            label={t`Tags for everybody in this file`}
            helperText={t`Type a tag and press Enter`}
          />
        )}
      />
      <Stack direction="row" spacing={1.5} sx={{ alignItems: "center" }}>
        <Button type="submit" variant="contained" loading={checking.isPending} disabled={!isNamed}>
          <Trans>Check the file</Trans>
        </Button>
        <Typography variant="body2" color="textSecondary">
          {isNamed ? t`Nothing is imported yet.` : t`Choose a column with an email address, phone number or name.`}
        </Typography>
      </Stack>
    </Stack>
  );
}
