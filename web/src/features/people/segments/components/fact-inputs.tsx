import { msg, t } from "@lingui/core/macro";
import { countriesIn } from "@/blocks/forms/countries";
import type { CustomField, Leaf } from "@/features/people/segments/api/segments";
import { RangeInputs } from "@/features/people/segments/components/act-inputs";
import { FieldInputs } from "@/features/people/segments/components/field-inputs";
import { Choice, NumberInput, Several } from "@/features/people/segments/components/inputs";
import { CONSENT_STATES, monthName } from "@/features/people/segments/words";
import { CHANNELS, PURPOSES } from "@/shared/consents/topics";
import { countryName, languageName } from "@/shared/format/names";
import { SearchPicker } from "@/shared/search-picker/search-picker";
import { segmentSource } from "@/shared/segments/segment-source";
import { textsOf } from "@/shared/i18n/texts";

type FactLeaf = Exclude<Leaf, { kind: "behaviour" | "frequency" | "value" | "recency" }>;

const IS = { is: msg`is`, is_not: msg`is not` } as const;
const HAS = { is: msg`has one of`, is_not: msg`has none of` } as const;
const IN = { is: msg`is in`, is_not: msg`is not in` } as const;
const KNOWN = { is: msg`is known`, is_not: msg`is not known` } as const;
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

/** A condition on facts in a customer's profile. */
export function FactInputs({ leaf, fields, tags, segmentId, onChange }: FactInputsProps) {
  switch (leaf.kind) {
    case "language":
      return (
        <>
          <Choice
            label={t`Language`}
            value={leaf.op ?? "is"}
            options={textsOf(IS)}
            onChange={(op) => onChange({ ...leaf, op })}
          />
          <Several
            label={t`Languages`}
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
          <Choice
            label={t`Country`}
            value={leaf.op ?? "is"}
            options={textsOf(IS)}
            onChange={(op) => onChange({ ...leaf, op })}
          />
          <Several
            label={t`Countries`}
            value={leaf.values}
            options={countriesIn("en").map((it) => it.code)}
            nameOf={countryName}
            helperText={t`Given in a form, otherwise by time zone`}
            onChange={(values) => onChange({ ...leaf, values })}
          />
        </>
      );
    case "time_zone":
      return (
        <>
          <Choice
            label={t`Time zone`}
            value={leaf.op ?? "is"}
            options={textsOf(IS)}
            onChange={(op) => onChange({ ...leaf, op })}
          />
          <Several
            label={t`Time zones`}
            value={leaf.values}
            options={Intl.supportedValuesOf("timeZone")}
            onChange={(values) => onChange({ ...leaf, values })}
          />
        </>
      );
    case "tag":
      return (
        <>
          <Choice
            label={t`Customer`}
            value={leaf.op ?? "is"}
            options={textsOf(HAS)}
            onChange={(op) => onChange({ ...leaf, op })}
          />
          <Several
            label={t`Tags`}
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
            label={t`Contact`}
            value={leaf.value}
            options={{ email: t`Email`, phone: t`Phone` }}
            onChange={(value) => onChange({ ...leaf, value })}
          />
          <Choice
            label={t`Value`}
            value={leaf.op ?? "is"}
            options={textsOf(KNOWN)}
            onChange={(op) => onChange({ ...leaf, op })}
            width={150}
          />
        </>
      );
    case "consent":
      return (
        <>
          <Choice
            label={t`Channel`}
            value={leaf.channel}
            options={textsOf(CHANNELS)}
            onChange={(channel) => onChange({ ...leaf, channel })}
            width={190}
          />
          <Choice
            label={t`Purpose`}
            value={leaf.purpose ?? "marketing"}
            options={textsOf(PURPOSES)}
            onChange={(purpose) => onChange({ ...leaf, purpose })}
            width={170}
          />
          <Choice
            label={t`Consent`}
            value={leaf.op ?? "is"}
            options={textsOf(IS)}
            onChange={(op) => onChange({ ...leaf, op })}
            width={100}
          />
          <Choice
            label={t`State`}
            value={leaf.state ?? "given"}
            options={textsOf(CONSENT_STATES)}
            onChange={(state) => onChange({ ...leaf, state })}
          />
        </>
      );
    case "birthday":
      return (
        <>
          <Choice
            label={t`Birthday`}
            value={typeof leaf.days === "number" ? "days" : "months"}
            options={{ days: t`within … days`, months: t`in a month` }}
            onChange={(how) =>
              onChange(how === "days" ? { kind: "birthday", days: 7 } : { kind: "birthday", months: [] })
            }
            width={160}
          />
          {typeof leaf.days === "number" ? (
            <NumberInput
              label={t`Days, 0 is today`}
              value={leaf.days}
              min={0}
              max={366}
              onChange={(days) => onChange({ ...leaf, days })}
            />
          ) : (
            <Several
              label={t`Months`}
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
            label={t`Age`}
            value={leaf.op ?? "at_least"}
            options={{ at_least: t`at least`, at_most: t`at most` }}
            onChange={(op) => onChange({ ...leaf, op })}
          />
          <NumberInput
            label={t`Years`}
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
            label={t`Customer since`}
            value={leaf.op ?? "is"}
            options={textsOf(IS)}
            onChange={(op) => onChange({ ...leaf, op })}
          />
          <RangeInputs within={leaf.within ?? {}} onChange={(within) => onChange({ ...leaf, within })} />
        </>
      );
    case "segment":
      return (
        <>
          <Choice
            label={t`Customer`}
            value={leaf.op ?? "is"}
            options={textsOf(IN)}
            onChange={(op) => onChange({ ...leaf, op })}
          />
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
  return (
    <SearchPicker
      size="small"
      label={t`Segment`}
      source={segmentSource}
      value={value || null}
      without={without}
      onChange={(id) => onChange(id ?? "")}
      deleted={t`Deleted segment`}
      failed={t`Your segments couldn’t be loaded.`}
      none={t`There is no other segment with this name`}
      sx={{ width: { sm: 240 } }}
    />
  );
}
