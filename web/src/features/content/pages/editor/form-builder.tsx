import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import AddIcon from "@mui/icons-material/Add";
import ExpandMoreIcon from "@mui/icons-material/ExpandMore";
import Accordion from "@mui/material/Accordion";
import AccordionDetails from "@mui/material/AccordionDetails";
import AccordionSummary from "@mui/material/AccordionSummary";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { firstFieldProblem } from "@/blocks/forms/first-field";
import { ADDRESS_FIELDS, SIGN_UP_FIELDS } from "@/blocks/forms/default-form";
import type { Field, FieldLimits, InputType } from "@/blocks/types";
import { CapacityFields, renamedCapacities } from "@/features/content/pages/editor/capacity-fields";
import { ConfirmField, isPhone } from "@/features/content/pages/editor/confirm-field";
import { ConsentField } from "@/features/content/pages/editor/consent-field";
import { ConditionField } from "@/features/content/pages/editor/condition-field";
import { moveItem, RowButtons } from "@/features/content/pages/editor/list-fields";
import { ParsedField } from "@/shared/components/parsed-field";

const TYPES: Record<InputType, MessageDescriptor> = {
  text: msg`Short text`,
  textarea: msg`Long text`,
  email: msg`Email`,
  phone: msg`Phone`,
  number: msg`Number`,
  date: msg`Date`,
  select: msg`Dropdown`,
  radio: msg`Single choice`,
  checkboxes: msg`Multiple choice`,
  checkbox: msg`Yes or no`,
  country: msg`Country`,
  hidden: msg`Hidden value`,
  page_divider: msg`Page break`,
};
const WITH_OPTIONS: ReadonlySet<InputType> = new Set(["select", "radio", "checkboxes"]);

/** Returns a name, derived from a label, that no other field has. */
function fieldName(label: string, taken: ReadonlySet<string>): string {
  const plain = label
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, 40);
  const base = /^[a-z]/.test(plain) ? plain : `field_${plain}`.replace(/_$/, "");
  let name = base;
  for (let number = 2; taken.has(name) || RESERVED.has(name); number += 1) {
    name = `${base}_${number}`;
  }
  return name;
}

const RESERVED: ReadonlySet<string> = new Set([
  "page_id",
  "form_id",
  "submission_key",
  "consent",
  "code_id",
  "phone_code",
  "phone_proof",
]);

/** Returns the fields without conditions whose question no longer precedes them. */
function withoutLooseConditions(fields: Field[]): Field[] {
  const before = new Set<string>();
  return fields.map((field) => {
    const isLoose = field.show_if && !before.has(field.show_if.field);
    before.add(field.name);
    return isLoose ? { ...field, show_if: null } : field;
  });
}

/** Returns the fields with the missing ones added: the first page divider at the beginning, others at the end. */
export function withMissing(fields: Field[], required: Field[]): Field[] {
  const taken = new Set(fields.map((field) => field.name));
  const missing = required.filter((field) => !taken.has(field.name));
  const stays = (field: Field) => field.deletable === false;
  return [...missing.filter(stays), ...fields, ...missing.filter((field) => !stays(field))];
}

interface FormFieldsProps {
  fields: Field[];
  onChange: (fields: Field[]) => void;
}

/** The questions of a form: their order, kinds and conditions. */
export function FormFieldsField({ fields, onChange }: FormFieldsProps) {
  const taken = new Set(fields.map((field) => field.name));
  const change = (next: Field[]) => onChange(withoutLooseConditions(next));
  const add = (field: Omit<Field, "name">) =>
    change([...fields, { ...field, name: fieldName(field.input_display_name, taken) }]);
  const addMissing = (required: Field[]) => change(withMissing(fields, required));
  const fixed = firstFieldProblem(fields) === null ? 1 : 0;
  return (
    <Stack spacing={1} role="group" aria-label={t`Questions`}>
      <Typography variant="body2" color="textSecondary">
        <Trans>Questions</Trans>
      </Typography>
      <div>
        {fields.map((field, index) => (
          <FieldRow
            key={field.name}
            field={field}
            place={index < fixed ? { index: 0, total: 1 } : { index: index - fixed, total: fields.length - fixed }}
            earlier={fields.slice(0, index).filter((other) => other.input_type !== "page_divider")}
            onChange={(part) => change(fields.map((other, at) => (at === index ? { ...other, ...part } : other)))}
            onMove={(to) => change(moveItem(fields, index, to + fixed))}
            onRemove={field.deletable === false ? undefined : () => change(fields.filter((_, at) => at !== index))}
          />
        ))}
      </div>
      <Stack direction="row" useFlexGap sx={{ flexWrap: "wrap", gap: 1 }}>
        <Button
          size="small"
          variant="outlined"
          startIcon={<AddIcon />}
          onClick={() =>
            add({ input_display_name: t`Question`, placeholder_text: "", required: false, input_type: "text" })
          }
        >
          <Trans>Question</Trans>
        </Button>
        <Button
          size="small"
          startIcon={<AddIcon />}
          onClick={() =>
            add({ input_display_name: t`Next page`, placeholder_text: "", required: false, input_type: "page_divider" })
          }
        >
          <Trans>Page</Trans>
        </Button>
        <Button size="small" startIcon={<AddIcon />} onClick={() => addMissing(ADDRESS_FIELDS)}>
          <Trans>Address</Trans>
        </Button>
        <Button size="small" startIcon={<AddIcon />} onClick={() => addMissing(SIGN_UP_FIELDS)}>
          <Trans>Sign-up fields</Trans>
        </Button>
      </Stack>
    </Stack>
  );
}

interface FieldRowProps {
  field: Field;
  /** The position among the fields that can be moved. */
  place: { index: number; total: number };
  earlier: Field[];
  onChange: (part: Partial<Field>) => void;
  onMove: (to: number) => void;
  onRemove?: () => void;
}

function FieldRow({ field, place, earlier, onChange, onMove, onRemove }: FieldRowProps) {
  const label = field.input_display_name || t(TYPES[field.input_type]);
  const isDivider = field.input_type === "page_divider";
  return (
    <Accordion disableGutters variant="outlined" slotProps={{ transition: { unmountOnExit: true } }}>
      <AccordionSummary expandIcon={<ExpandMoreIcon />}>
        <Stack sx={{ minWidth: 0 }}>
          <Typography variant="body2" sx={{ fontWeight: 600, overflowWrap: "anywhere" }}>
            {label}
          </Typography>
          <Typography variant="caption" color="textSecondary">
            {isDivider ? t`Starts a new page` : t(TYPES[field.input_type])}
            {field.required ? <> · {t`required`}</> : null}
            {field.show_if ? <> · {t`conditional`}</> : null}
            {field.capacities ? <> · {t`limited`}</> : null}
            {field.confirm ? <> · {t`verified`}</> : null}
            {field.consent_channels ? <> · {t`consent`}</> : null}
          </Typography>
        </Stack>
      </AccordionSummary>
      <AccordionDetails>
        <Stack spacing={1.5}>
          <TextField
            label={isDivider ? t`Page title` : t`Question`}
            value={field.input_display_name}
            onChange={(event) => onChange({ input_display_name: event.target.value })}
          />
          {isDivider ? null : <QuestionSettings field={field} earlier={earlier} onChange={onChange} />}
          <RowButtons what={label} {...place} onMove={onMove} onRemove={onRemove} />
          {onRemove ? null : (
            <Typography variant="caption" color="textSecondary">
              <Trans>A form always starts with a page, so you can’t remove this one.</Trans>
            </Typography>
          )}
        </Stack>
      </AccordionDetails>
    </Accordion>
  );
}

function QuestionSettings({ field, earlier, onChange }: Pick<FieldRowProps, "field" | "earlier" | "onChange">) {
  const hasOptions = WITH_OPTIONS.has(field.input_type);
  const limit = (part: FieldLimits) => onChange({ validation: { ...field.validation, ...part } });
  const setOptions = (options: string[]) =>
    onChange({ options, capacities: renamedCapacities(field.capacities, field.options ?? [], options) });
  const changeType = (input_type: InputType) =>
    onChange({
      input_type,
      options: WITH_OPTIONS.has(input_type) ? (field.options ?? [t`First`, t`Second`]) : null,
      capacities: WITH_OPTIONS.has(input_type) ? (field.capacities ?? null) : null,
      validation: null,
      confirm: false,
      consent_channels: null,
    });
  return (
    <>
      <TextField
        select
        label={t`Type`}
        value={field.input_type}
        onChange={(event) => changeType(event.target.value as InputType)}
      >
        {Object.entries(TYPES)
          .filter(([type]) => type !== "page_divider")
          .map(([type, text]) => (
            <MenuItem key={type} value={type}>
              {t(text)}
            </MenuItem>
          ))}
      </TextField>
      <TextField
        label={field.input_type === "hidden" ? t`Value` : t`Placeholder`}
        value={field.placeholder_text ?? ""}
        onChange={(event) => onChange({ placeholder_text: event.target.value })}
      />
      {hasOptions ? (
        <TextField
          label={t`Answers, one per line`}
          multiline
          minRows={3}
          value={(field.options ?? []).join("\n")}
          onChange={(event) => setOptions(event.target.value.split("\n"))}
          onBlur={() => setOptions([...new Set((field.options ?? []).map((it) => it.trim()).filter(Boolean))])}
        />
      ) : null}
      {hasOptions ? <CapacityFields field={field} onChange={(capacities) => onChange({ capacities })} /> : null}
      {field.input_type === "text" || field.input_type === "textarea" ? (
        <Stack direction="row" spacing={1}>
          <LengthField
            label={t`At least`}
            value={field.validation?.min_length}
            onChange={(min_length) => limit({ min_length })}
          />
          <LengthField
            label={t`At most`}
            value={field.validation?.max_length}
            onChange={(max_length) => limit({ max_length })}
          />
        </Stack>
      ) : null}
      {field.input_type === "text" ? (
        <TextField
          label={t`Pattern`}
          placeholder="[A-Z]{2}[0-9]{4}"
          helperText={t`A regular expression that must match the whole answer`}
          value={field.validation?.pattern ?? ""}
          onChange={(event) => limit({ pattern: event.target.value || null })}
        />
      ) : null}
      {field.input_type === "text" && field.validation?.pattern ? (
        <TextField
          label={t`Format in words`}
          placeholder={t`Two letters and four digits`}
          helperText={t`Shown to visitors before they type`}
          value={field.pattern_text ?? ""}
          onChange={(event) => onChange({ pattern_text: event.target.value })}
        />
      ) : null}
      {field.input_type === "date" ? (
        <Stack direction="row" spacing={1}>
          <DayField label={t`Earliest`} value={field.validation?.min} onChange={(min) => limit({ min })} />
          <DayField label={t`Latest`} value={field.validation?.max} onChange={(max) => limit({ max })} />
        </Stack>
      ) : null}
      {field.input_type === "number" ? (
        <Stack direction="row" spacing={1}>
          <LengthField label={t`Minimum`} value={field.validation?.min} onChange={(min) => limit({ min })} />
          <LengthField label={t`Maximum`} value={field.validation?.max} onChange={(max) => limit({ max })} />
        </Stack>
      ) : null}
      <FormControlLabel
        control={<Switch checked={Boolean(field.required)} onChange={(_, required) => onChange({ required })} />}
        label={t`Required`}
      />
      {field.input_type === "checkbox" ? <ConsentField field={field} onChange={onChange} /> : null}
      {isPhone(field) ? <ConfirmField field={field} onChange={onChange} /> : null}
      <ConditionField
        condition={field.show_if ?? null}
        earlier={earlier}
        onChange={(show_if) => onChange({ show_if })}
      />
    </>
  );
}

function DayField(props: { label: string; value: unknown; onChange: (value: string | null) => void }) {
  return (
    <TextField
      label={props.label}
      type="date"
      value={typeof props.value === "string" ? props.value : ""}
      onChange={(event) => props.onChange(event.target.value || null)}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  );
}

function LengthField(props: { label: string; value: unknown; onChange: (value: number | null) => void }) {
  return (
    <ParsedField
      label={props.label}
      type="number"
      value={typeof props.value === "number" ? props.value : ""}
      onChange={(text) => props.onChange(text === "" ? null : Number(text))}
    />
  );
}
