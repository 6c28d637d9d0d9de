import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useQuery } from "@tanstack/react-query";
import { countriesIn } from "@/blocks/forms/countries";
import type { CustomField, Leaf } from "@/features/people/segments/api/segments";
import { RangeInputs } from "@/features/people/segments/components/act-inputs";
import { FieldInputs } from "@/features/people/segments/components/field-inputs";
import { Choice, NumberInput, Several } from "@/features/people/segments/components/inputs";
import { monthName } from "@/features/people/segments/words";
import { countryName, languageName } from "@/shared/format/names";
import { allSegmentsQuery } from "@/shared/segments/segments";

type FactLeaf = Exclude<Leaf, { kind: "behaviour" | "frequency" | "value" | "recency" }>;

const IS = { is: "is", is_not: "is not" } as const;
const HAS = { is: "has one of", is_not: "has none of" } as const;
const IN = { is: "is in", is_not: "is not in" } as const;
const KNOWN = { is: "is known", is_not: "is not known" } as const;
const LANGUAGES =
  "ar cs da de el en es fi fr he hi hu id it ja ko nb nl pl pt pt-BR ro ru sk sv th tr uk vi zh zh-TW".split(" ");
const MONTHS = Array.from({ length: 12 }, (_, index) => String(index + 1));

interface FactInputsProps {
  leaf: FactLeaf;
  fields: readonly CustomField[];
  tags: readonly string[];
  segmentId: string | null;
  onChange: (leaf: Leaf) => void;
}

/** Who customers are: facts of their profile. */
export function FactInputs({ leaf, fields, tags, segmentId, onChange }: FactInputsProps) {
  switch (leaf.kind) {
    case "language":
      return (
        <>
          <Choice label="Language" value={leaf.op ?? "is"} options={IS} onChange={(op) => onChange({ ...leaf, op })} />
          <Several
            label="Languages"
            value={leaf.values}
            options={LANGUAGES}
            nameOf={languageName}
            onChange={(values) => onChange({ ...leaf, values })}
          />
        </>
      );
    case "country":
      return (
        <>
          <Choice label="Country" value={leaf.op ?? "is"} options={IS} onChange={(op) => onChange({ ...leaf, op })} />
          <Several
            label="Countries"
            value={leaf.values}
            options={countriesIn("en").map((it) => it.code)}
            nameOf={countryName}
            helperText="Given in a form, otherwise by time zone"
            onChange={(values) => onChange({ ...leaf, values })}
          />
        </>
      );
    case "time_zone":
      return (
        <>
          <Choice label="Time zone" value={leaf.op ?? "is"} options={IS} onChange={(op) => onChange({ ...leaf, op })} />
          <Several
            label="Time zones"
            value={leaf.values}
            options={Intl.supportedValuesOf("timeZone")}
            onChange={(values) => onChange({ ...leaf, values })}
          />
        </>
      );
    case "tag":
      return (
        <>
          <Choice label="Customer" value={leaf.op ?? "is"} options={HAS} onChange={(op) => onChange({ ...leaf, op })} />
          <Several
            label="Tags"
            value={leaf.values}
            options={tags}
            free
            onChange={(values) => onChange({ ...leaf, values })}
          />
        </>
      );
    case "contact":
      return (
        <>
          <Choice
            label="Contact"
            value={leaf.value}
            options={{ email: "Email", phone: "Phone" }}
            onChange={(value) => onChange({ ...leaf, value })}
          />
          <Choice
            label="Value"
            value={leaf.op ?? "is"}
            options={KNOWN}
            onChange={(op) => onChange({ ...leaf, op })}
            width={150}
          />
        </>
      );
    case "birthday":
      return (
        <>
          <Choice
            label="Birthday"
            value={typeof leaf.days === "number" ? "days" : "months"}
            options={{ days: "within … days", months: "in a month" }}
            onChange={(how) =>
              onChange(how === "days" ? { kind: "birthday", days: 7 } : { kind: "birthday", months: [] })
            }
            width={160}
          />
          {typeof leaf.days === "number" ? (
            <NumberInput
              label="Days, 0 is today"
              value={leaf.days}
              min={0}
              max={366}
              onChange={(days) => onChange({ ...leaf, days })}
            />
          ) : (
            <Several
              label="Months"
              value={(leaf.months ?? []).map(String)}
              options={MONTHS}
              nameOf={(month) => monthName(Number(month))}
              onChange={(months) => onChange({ ...leaf, months: months.map(Number) })}
            />
          )}
        </>
      );
    case "age":
      return (
        <>
          <Choice
            label="Age"
            value={leaf.op ?? "at_least"}
            options={{ at_least: "at least", at_most: "at most" }}
            onChange={(op) => onChange({ ...leaf, op })}
          />
          <NumberInput
            label="Years"
            value={leaf.years}
            min={0}
            max={120}
            onChange={(years) => onChange({ ...leaf, years })}
          />
        </>
      );
    case "created":
      return (
        <>
          <Choice
            label="Customer since"
            value={leaf.op ?? "is"}
            options={IS}
            onChange={(op) => onChange({ ...leaf, op })}
          />
          <RangeInputs within={leaf.within ?? {}} onChange={(within) => onChange({ ...leaf, within })} />
        </>
      );
    case "segment":
      return (
        <>
          <Choice label="Customer" value={leaf.op ?? "is"} options={IN} onChange={(op) => onChange({ ...leaf, op })} />
          <SegmentChoice
            value={leaf.segment_id}
            without={segmentId}
            onChange={(chosen) => onChange({ ...leaf, segment_id: chosen })}
          />
        </>
      );
    case "field":
      return <FieldInputs leaf={leaf} fields={fields} onChange={onChange} />;
  }
}

interface SegmentChoiceProps {
  value: string;
  without: string | null;
  onChange: (segmentId: string) => void;
}

function SegmentChoice({ value, without, onChange }: SegmentChoiceProps) {
  const segments = useQuery(allSegmentsQuery);
  const offered = (segments.data ?? []).filter((one) => one.segment_id !== without);
  return (
    <TextField
      select
      size="small"
      label="Segment"
      value={offered.some((one) => one.segment_id === value) ? value : ""}
      onChange={({ target }) => onChange(target.value)}
      helperText={segments.isSuccess && offered.length === 0 ? "There is no other segment yet" : undefined}
      sx={{ width: { sm: 240 } }}
    >
      {offered.map((one) => (
        <MenuItem key={one.segment_id} value={one.segment_id}>
          {one.name}
        </MenuItem>
      ))}
    </TextField>
  );
}
