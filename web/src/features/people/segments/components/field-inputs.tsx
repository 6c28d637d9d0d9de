import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import TextField from "@mui/material/TextField";
import type { CustomField, Leaf } from "@/features/people/segments/api/segments";
import { Choice, Several } from "@/features/people/segments/components/inputs";
import { FIELD_OPERATORS } from "@/features/people/segments/words";
import { textsOf } from "@/shared/i18n/texts";

type FieldLeaf = Extract<Leaf, { kind: "field" }>;
type Operator = NonNullable<FieldLeaf["op"]>;

const OPERATORS: Record<CustomField["type"], readonly Operator[]> = {
  text: ["is", "is_not", "contains", "known", "unknown"],
  choice: ["is", "is_not", "known", "unknown"],
  yes_no: ["is", "is_not", "known", "unknown"],
  number: ["is", "is_not", "at_least", "at_most", "known", "unknown"],
  date: ["is", "is_not", "at_least", "at_most", "known", "unknown"],
};

const YES_OR_NO: Record<"true" | "false", MessageDescriptor> = { true: msg`Yes`, false: msg`No` };

interface FieldInputsProps {
  leaf: FieldLeaf;
  fields: readonly CustomField[];
  onChange: (leaf: Leaf) => void;
}

/** A custom field, with operators that depend on its type. */
export function FieldInputs({ leaf, fields, onChange }: FieldInputsProps) {
  const field = fields.find((one) => one.name === leaf.name);
  const operator = leaf.op ?? "is";
  const offered = Object.fromEntries(
    OPERATORS[field?.type ?? "text"].map((name) => [name, t(FIELD_OPERATORS[name])]),
  ) as Partial<Record<Operator, string>>;
  return (
    <>
      <Choice
        label={t`Field`}
        value={leaf.name}
        options={Object.fromEntries(fields.map((one) => [one.name, one.label]))}
        onChange={(name) => onChange({ kind: "field", name, op: "known", values: [] })}
        width={180}
      />
      <Choice
        label={t`Comparison`}
        value={operator}
        options={offered}
        onChange={(op) =>
          onChange({ ...leaf, op, values: op === "known" || op === "unknown" ? [] : (leaf.values ?? []) })
        }
        width={150}
      />
      {field === undefined || operator === "known" || operator === "unknown" ? null : (
        <Value field={field} leaf={leaf} onChange={(values) => onChange({ ...leaf, values })} />
      )}
    </>
  );
}

interface ValueProps {
  field: CustomField;
  leaf: FieldLeaf;
  onChange: (values: NonNullable<FieldLeaf["values"]>) => void;
}

function Value({ field, leaf, onChange }: ValueProps) {
  const [first] = leaf.values ?? [];
  switch (field.type) {
    case "yes_no":
      return (
        <Choice
          label={t`Value`}
          value={first === undefined ? "" : String(first)}
          options={textsOf(YES_OR_NO)}
          onChange={(value) => onChange([value === "true"])}
        />
      );
    case "choice":
      return (
        <Several
          label={t`Values`}
          value={(leaf.values ?? []).map(String)}
          options={field.options}
          onChange={(values) => onChange(values)}
        />
      );
    default:
      return (
        <TextField
          type={field.type === "number" ? "number" : field.type === "date" ? "date" : "text"}
          size="small"
          label={t`Value`}
          value={first === undefined ? "" : String(first)}
          onChange={({ target }) =>
            onChange(target.value === "" ? [] : [field.type === "number" ? Number(target.value) : target.value])
          }
          slotProps={{
            inputLabel: field.type === "date" ? { shrink: true } : {},
            htmlInput: field.type === "number" ? { step: "any" } : { maxLength: 200 },
          }}
          sx={{ width: { sm: 200 } }}
        />
      );
  }
}
