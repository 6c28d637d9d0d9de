import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Autocomplete from "@mui/material/Autocomplete";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Grid from "@mui/material/Grid";
import MenuItem from "@mui/material/MenuItem";
import { useTheme } from "@mui/material/styles";
import TextField from "@mui/material/TextField";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useId, useState } from "react";
import {
  type Customer,
  type CustomerChanges,
  customerFieldsQuery,
  type CustomerField,
  membersQuery,
  useSaveCustomer,
} from "@/features/people/customers/api/customers";
import { BirthdayField } from "@/features/people/customers/components/birthday-field";
import { ApiError, hiddenFieldErrors, messageOf } from "@/shared/api/errors";
import { FormDialog } from "@/shared/components/form-dialog";
import { timeZones } from "@/shared/format/time-zones";
import { languageName, LANGUAGES } from "@/shared/i18n/visitor-languages";

const FACTS = ["first_name", "last_name", "email", "phone", "birthday", "language", "time_zone"] as const;
type Fact = (typeof FACTS)[number];

const LABELS: Record<Fact, MessageDescriptor> = {
  first_name: msg`First name`,
  last_name: msg`Last name`,
  email: msg`Email`,
  phone: msg`Phone`,
  birthday: msg`Birthday`,
  language: msg`Language`,
  time_zone: msg`Time zone`,
};

const HINTS: Partial<Record<Fact, MessageDescriptor>> = {
  email: msg`Such as ana@example.com`,
  phone: msg`With the country code, such as +1 212 555 0123`,
};

function hintOf(name: (typeof FACTS)[number]): string | undefined {
  const hint = HINTS[name];
  return hint === undefined ? undefined : t(hint);
}

interface CustomerFormProps {
  /** The customer to change, or null for a new one. */
  customer: Customer | null;
  onDone: (saved: Customer | null) => void;
}

/** Adds a customer, or changes one. */
export function CustomerForm({ customer, onDone }: CustomerFormProps) {
  const titleId = useId();
  const saving = useSaveCustomer();
  const known = useQuery(customerFieldsQuery).data;
  const members = useQuery(membersQuery).data ?? [];
  const isPhone = useMediaQuery(useTheme().breakpoints.down("sm"));
  // The initial state of the form, because the customer is fetched again in the meantime.
  const [opened] = useState(customer);
  const [facts, setFacts] = useState<Record<Fact, string>>(
    () => Object.fromEntries(FACTS.map((name) => [name, customer?.[name] ?? ""])) as Record<Fact, string>,
  );
  const [tags, setTags] = useState<readonly string[]>(customer?.tags ?? []);
  const [owner, setOwner] = useState(customer?.owner_id ?? "");
  const [own, setOwn] = useState<Record<string, string>>({});
  const problems = saving.error instanceof ApiError ? saving.error.fields : {};
  const isShown = (name: string) => name in facts || name === "owner_id" || name.startsWith("fields.");
  const failure =
    saving.error instanceof ApiError && Object.keys(saving.error.fields).length > 0
      ? hiddenFieldErrors(saving.error, isShown)
      : saving.error === null
        ? null
        : messageOf(saving.error);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (saving.isPending) {
      return;
    }
    const changed: CustomerChanges = opened === null ? {} : { customer_id: opened.customer_id };
    for (const name of FACTS) {
      const value = facts[name].trim();
      if (value !== (opened?.[name] ?? "")) {
        changed[name] = value || null;
      }
    }
    if (tags.join() !== (opened?.tags ?? []).join()) {
      changed.tags = [...tags];
    }
    if (owner !== (opened?.owner_id ?? "")) {
      changed.owner_id = owner || null;
    }
    if (Object.keys(own).length > 0) {
      changed.fields = Object.fromEntries(Object.entries(own).map(([name, value]) => [name, value || null]));
    }
    saving.mutate(changed, { onSuccess: onDone });
  };
  return (
    <FormDialog onClose={() => onDone(null)} aria-labelledby={titleId} maxWidth="sm" fullWidth fullScreen={isPhone}>
      <form onSubmit={submit} noValidate style={{ display: "contents" }}>
        <DialogTitle id={titleId} sx={{ typography: "h4" }}>
          {opened === null ? t`Add a customer` : t`Edit customer`}
        </DialogTitle>
        <DialogContent>
          <Grid container spacing={2} sx={{ pt: 1 }}>
            {failure ? (
              <Grid size={12}>
                <Alert severity="error">{failure}</Alert>
              </Grid>
            ) : null}
            {FACTS.map((name, place) => (
              <Grid key={name} size={{ xs: 12, sm: 6 }}>
                <FactField
                  name={name}
                  value={facts[name]}
                  problem={problems[name]}
                  onChange={(value) => setFacts((now) => ({ ...now, [name]: value }))}
                  isFirst={place === 0}
                />
              </Grid>
            ))}
            <Grid size={{ xs: 12, sm: 6 }}>
              <TextField
                select
                fullWidth
                label={t`Owner`}
                value={owner}
                onChange={({ target }) => setOwner(target.value)}
                error={Boolean(problems.owner_id)}
                helperText={problems.owner_id}
              >
                <MenuItem value="">
                  <Trans>Nobody</Trans>
                </MenuItem>
                {members.map(({ id, name }) => (
                  <MenuItem key={id} value={id}>
                    {name}
                  </MenuItem>
                ))}
                {owner !== "" && !members.some(({ id }) => id === owner) ? (
                  <MenuItem value={owner}>{opened?.owner ?? t`A former member`}</MenuItem>
                ) : null}
              </TextField>
            </Grid>
            {(known?.items ?? []).map((field) => (
              <Grid key={field.name} size={{ xs: 12, sm: 6 }}>
                <OwnField
                  field={field}
                  value={own[field.name] ?? textOf(opened?.attributes[field.name])}
                  problem={problems[`fields.${field.name}`]}
                  onChange={(value) => setOwn((now) => ({ ...now, [field.name]: value }))}
                />
              </Grid>
            ))}
            <Grid size={12}>
              <Autocomplete
                multiple
                freeSolo
                autoSelect
                options={known?.tags ?? []}
                value={[...tags]}
                onChange={(_, value) => setTags(value)}
                renderInput={(params) => <TextField {...params} label={t`Tags`} />}
              />
            </Grid>
          </Grid>
        </DialogContent>
        <DialogActions>
          <Button onClick={() => onDone(null)}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="contained" disabled={saving.isPending}>
            <Trans>Save</Trans>
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  );
}

interface FactFieldProps {
  name: Fact;
  value: string;
  problem: string | undefined;
  onChange: (value: string) => void;
  isFirst: boolean;
}

function FactField({ name, value, problem, onChange, isFirst }: FactFieldProps) {
  if (name === "birthday") {
    return <BirthdayField value={value} onChange={onChange} problem={problem} />;
  }
  if (name === "language" || name === "time_zone") {
    const choices = name === "language" ? Object.keys(LANGUAGES) : timeZones();
    return (
      <Autocomplete
        freeSolo
        options={choices}
        getOptionLabel={(one) => (name === "language" && one in LANGUAGES ? `${languageName(one)} (${one})` : one)}
        value={value || null}
        inputValue={value}
        onInputChange={(_, typed) => onChange(tagIn(typed))}
        renderInput={(params) => (
          <TextField {...params} label={t(LABELS[name])} error={problem !== undefined} helperText={problem} />
        )}
      />
    );
  }
  return (
    <TextField
      fullWidth
      label={t(LABELS[name])}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      error={problem !== undefined}
      helperText={problem ?? hintOf(name)}
      autoFocus={isFirst}
      slotProps={{
        htmlInput: {
          maxLength: 254,
          inputMode: name === "email" ? "email" : name === "phone" ? "tel" : "text",
          autoComplete: "off",
        },
      }}
    />
  );
}

/** Returns the tag of a language that was chosen by its name, or else the input itself. */
function tagIn(typed: string): string {
  return /\(([A-Za-z-]+)\)$/.exec(typed)?.[1] ?? typed;
}

function textOf(value: unknown): string {
  if (typeof value === "boolean") {
    return value ? "yes" : "no";
  }
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

interface OwnFieldProps {
  field: CustomerField;
  value: string;
  problem: string | undefined;
  onChange: (value: string) => void;
}

function OwnField({ field, value, problem, onChange }: OwnFieldProps) {
  const options = field.type === "yes_no" ? ["yes", "no"] : field.options;
  const isChoice = options.length > 0;
  return (
    <TextField
      fullWidth
      select={isChoice}
      type={field.type === "date" ? "date" : "text"}
      label={field.label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      error={Boolean(problem)}
      helperText={problem}
      slotProps={{
        inputLabel: field.type === "date" ? { shrink: true } : {},
        htmlInput: { maxLength: 1000, inputMode: field.type === "number" ? "decimal" : "text" },
      }}
    >
      {isChoice
        ? ["", ...new Set([...options, ...(value ? [value] : [])])].map((option) => (
            <MenuItem key={option} value={option}>
              {option || "–"}
            </MenuItem>
          ))
        : null}
    </TextField>
  );
}
