import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Autocomplete from "@mui/material/Autocomplete";
import Box from "@mui/material/Box";
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

const IDENTIFYING: readonly (string | null)[] = ["email", "phone", "first_name", "last_name", "full_name"];

interface ImportMappingProps {
  detail: ImportDetail;
  onChecking: () => void;
}

/** Says what each column is, and how the file is read. */
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
  const match = (at: number, target: string | null) =>
    // A target belongs to one column: it leaves the one that had it.
    setMapping((now) => now.map((had, index) => (index === at ? target : had === target ? null : had)));
  return (
    <Stack component="form" spacing={3} onSubmit={submit} noValidate>
      {detail.error === null ? null : <Alert severity="error">{detail.error}</Alert>}
      {checking.error ? <Alert severity="error">{messageOf(checking.error)}</Alert> : null}
      <Card>
        <Stack component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
          {detail.columns.map(({ header, samples }, at) => (
            <Stack
              component="li"
              // The columns of a file never change, and two can have the same name.
              key={`${String(at)} ${header}`}
              direction={{ xs: "column", sm: "row" }}
              spacing={1.5}
              sx={{
                px: 2,
                py: 1.5,
                alignItems: { sm: "center" },
                borderTop: at === 0 ? 0 : 1,
                borderColor: "divider",
              }}
            >
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <Typography variant="subtitle2" sx={{ overflowWrap: "anywhere" }}>
                  {header || t`Column ${String(at + 1)}`}
                </Typography>
                <Typography variant="body2" color="textSecondary" noWrap>
                  {samples.join(" · ") || t`No values in the first rows`}
                </Typography>
              </Box>
              <TextField
                select
                size="small"
                label={t`Import “${header || `column ${String(at + 1)}`}” as`}
                value={mapping[at] ?? ""}
                onChange={({ target }) => match(at, target.value || null)}
                sx={{ width: { sm: 280 }, flexShrink: 0 }}
                slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
              >
                <MenuItem value="">
                  <Trans>Don’t import</Trans>
                </MenuItem>
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
              </TextField>
            </Stack>
          ))}
        </Stack>
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
