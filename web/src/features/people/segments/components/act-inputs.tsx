import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import { amountOf, centsOf } from "@/blocks/currencies";
import type { Leaf } from "@/features/people/segments/api/segments";
import { Choice, NumberInput, Several } from "@/features/people/segments/components/inputs";
import { ACTS } from "@/features/people/segments/deeds";
import { FIRST_DAY, LAST_DAY, MAX_CENTS, MAX_DAYS, MAX_TIMES } from "@/features/people/segments/draft";
import { codeSource } from "@/shared/codes/code-source";
import { ParsedField } from "@/shared/components/parsed-field";
import { useFolderNames } from "@/shared/folders/folder-names";
import { textsOf } from "@/shared/i18n/texts";
import { pageSource } from "@/shared/pages/page-source";
import { useOrganizationData } from "@/shared/organization/organization";
import { SearchPickers } from "@/shared/search-picker/search-pickers";

type ActLeaf = Extract<Leaf, { kind: "behaviour" | "frequency" | "value" | "recency" }>;
type PlacedLeaf = Exclude<ActLeaf, { kind: "recency" }>;

const BOUNDS = { at_least: msg`At least`, at_most: msg`At most` } as const;
const DID = { is: msg`Happened`, is_not: msg`Did not happen` } as const;

interface ActInputsProps {
  leaf: ActLeaf;
  onChange: (leaf: Leaf) => void;
}

/** A condition on what customers do: how often, when and where. */
export function ActInputs({ leaf, onChange }: ActInputsProps) {
  const currency = useOrganizationData().data?.currency;
  if (leaf.kind === "recency") {
    return (
      <>
        <Choice
          label={t`Was`}
          value={leaf.op ?? "at_most"}
          options={textsOf(BOUNDS)}
          onChange={(op) => onChange({ ...leaf, op })}
        />
        <NumberInput
          label={t`Days ago`}
          value={leaf.days}
          min={0}
          max={MAX_DAYS}
          onChange={(days) => onChange({ ...leaf, days })}
        />
      </>
    );
  }
  return (
    <>
      {leaf.kind === "behaviour" ? (
        <>
          <Choice
            label={t`This`}
            value={leaf.op ?? "is"}
            options={textsOf(DID)}
            onChange={(op) => onChange({ ...leaf, op })}
            width={150}
          />
          <Act value={leaf.act ?? "any"} onChange={(act) => onChange({ ...leaf, act })} />
          <NumberInput
            label={t`At least … times`}
            value={leaf.times ?? 1}
            min={1}
            max={MAX_TIMES}
            onChange={(times) => onChange({ ...leaf, times })}
          />
        </>
      ) : leaf.kind === "frequency" ? (
        <>
          <Act value={leaf.act ?? "any"} onChange={(act) => onChange({ ...leaf, act })} />
          <Choice
            label={t`On`}
            value={leaf.op ?? "at_least"}
            options={textsOf(BOUNDS)}
            onChange={(op) => onChange({ ...leaf, op })}
          />
          <NumberInput
            label={t`Days`}
            value={leaf.days}
            min={1}
            max={MAX_DAYS}
            onChange={(days) => onChange({ ...leaf, days })}
          />
        </>
      ) : (
        <>
          <Choice
            label={t`Orders total`}
            value={leaf.op ?? "at_least"}
            options={textsOf(BOUNDS)}
            onChange={(op) => onChange({ ...leaf, op })}
            width={150}
          />
          <NumberInput
            label={t`Amount`}
            value={amountOf(leaf.amount_cents, currency)}
            min={leaf.op === "at_most" ? 0 : amountOf(1, currency)}
            max={amountOf(MAX_CENTS, currency)}
            step={amountOf(1, currency)}
            onChange={(amount) => onChange({ ...leaf, amount_cents: centsOf(amount, currency) })}
          />
        </>
      )}
      <RangeInputs within={leaf.within ?? {}} onChange={(within) => onChange({ ...leaf, within })} />
      <Places leaf={leaf} onChange={onChange} />
    </>
  );
}

function Act({ value, onChange }: { value: keyof typeof ACTS; onChange: (act: keyof typeof ACTS) => void }) {
  return <Choice label={t`Activity`} value={value} options={textsOf(ACTS)} onChange={onChange} width={220} />;
}

type Range = NonNullable<PlacedLeaf["within"]>;

/** The period: the last days, from one day to another, or all time. */
export function RangeInputs({ within, onChange }: { within: Range; onChange: (within: Range) => void }) {
  const [isBetween, setBetween] = useState(Boolean(within.first_day ?? within.last_day));
  const kind = typeof within.last_days === "number" ? "last" : isBetween ? "between" : "ever";
  const choose = (next: "last" | "between" | "ever") => {
    setBetween(next === "between");
    onChange(next === "last" ? { last_days: 30 } : {});
  };
  return (
    <>
      <Choice
        label={t`When`}
        value={kind}
        options={{ ever: t`Any time`, last: t`In the last … days`, between: t`Between two days` }}
        onChange={choose}
        width={180}
      />
      {kind === "last" ? (
        <NumberInput
          label={t`Days`}
          hint={t`Including today`}
          value={within.last_days ?? 0}
          min={1}
          max={MAX_DAYS}
          onChange={(days) => onChange({ last_days: days })}
        />
      ) : null}
      {kind === "between"
        ? (["first_day", "last_day"] as const).map((name) => (
            <ParsedField
              key={name}
              type="date"
              size="small"
              label={name === "first_day" ? t`First day` : t`Last day`}
              value={within[name] ?? ""}
              onChange={(day) => onChange({ ...within, [name]: day || null })}
              slotProps={{ inputLabel: { shrink: true }, htmlInput: { min: FIRST_DAY, max: LAST_DAY } }}
              sx={{ width: { sm: 160 } }}
            />
          ))
        : null}
    </>
  );
}

const PLACE = { flex: 1, minWidth: { sm: 220 } } as const;

/** The places: certain codes, pages, folders or placements. Collapsed if they are not restricted. */
function Places({ leaf, onChange }: { leaf: PlacedLeaf; onChange: (leaf: Leaf) => void }) {
  const isPlaced = [leaf.codes, leaf.pages, leaf.folders, leaf.placements].some((it) => (it ?? []).length > 0);
  const [isOpen, setOpen] = useState(isPlaced);
  const folders = useFolderNames(isOpen);
  if (!isOpen) {
    return (
      <Button size="small" onClick={() => setOpen(true)} sx={{ mt: { sm: 0.5 } }}>
        <Trans>Choose where</Trans>
      </Button>
    );
  }
  return (
    <Box sx={{ flexBasis: "100%", minWidth: 0 }}>
      <Stack direction={{ xs: "column", sm: "row" }} sx={{ flexWrap: "wrap", gap: 1.5 }}>
        <SearchPickers
          label={t`Codes`}
          source={codeSource}
          value={leaf.codes ?? []}
          onChange={(codes) => onChange({ ...leaf, codes })}
          sx={PLACE}
        />
        <SearchPickers
          label={t`Pages`}
          source={pageSource}
          value={leaf.pages ?? []}
          onChange={(pages) => onChange({ ...leaf, pages })}
          sx={PLACE}
        />
        <Several
          label={t`Folders`}
          value={leaf.folders ?? []}
          options={[...folders.keys()]}
          nameOf={(id) => folders.get(id) ?? "…"}
          onChange={(ids) => onChange({ ...leaf, folders: ids })}
        />
        <Several
          label={t`Placements`}
          value={leaf.placements ?? []}
          options={[]}
          free
          helperText={t`Like “table: 4”; press Enter after each`}
          onChange={(placements) =>
            onChange({ ...leaf, placements: placements.filter((it) => /^[^:]+: ?.+$/.test(it)) })
          }
        />
      </Stack>
    </Box>
  );
}
