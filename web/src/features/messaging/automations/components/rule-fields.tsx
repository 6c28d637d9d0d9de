import type { MessageDescriptor } from "@lingui/core";
import { t } from "@lingui/core/macro";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { folderNames, formSource } from "@/features/messaging/automations/api/places";
import type { EventRule, Trigger } from "@/features/messaging/automations/api/automations";
import { REDEEMABLE, RESULTS } from "@/features/messaging/automations/words";
import { amountOf, centsOf } from "@/blocks/currencies";
import { codeSource } from "@/shared/codes/code-source";
import { incompleteText } from "@/shared/components/incomplete-inputs";
import { NamesPicker } from "@/shared/components/names-picker";
import { useOrganizationData } from "@/shared/organization/organization";
import { pageSource } from "@/shared/pages/page-source";
import { passTemplateSource } from "@/shared/passes/pass-template-source";
import { gameSource } from "@/shared/promotions/games";
import { SearchPickers } from "@/shared/search-picker/search-pickers";
import { SegmentsPicker } from "@/shared/segments/segments-picker";

type Rule = Trigger | EventRule;

interface RuleFieldsProps<Kind extends Rule> {
  rule: Kind;
  onChange: (change: Partial<EventRule>) => void;
}

/** Where an event has to happen, and what it is about. */
export function RuleFields<Kind extends Rule>({ rule, onChange }: RuleFieldsProps<Kind>) {
  switch (rule.kind) {
    case "birthday":
    case "quiet_days":
    case "points_expiring":
      return null;
    case "segment_entered":
      return (
        <SegmentsPicker
          label={t`Segments`}
          value={rule.segments ?? []}
          onChange={(segments) => onChange({ segments })}
        />
      );
    default:
      return (
        <Stack spacing={2}>
          <Places rule={rule} onChange={onChange} />
          {rule.kind === "submit" ? (
            <SearchPickers
              label={t`Only these forms`}
              source={formSource}
              value={rule.forms ?? []}
              onChange={(forms) => onChange({ forms })}
            />
          ) : null}
          {rule.kind === "pass_installed" || rule.kind === "pass_removed" ? (
            <SearchPickers
              label={t`Only these kinds of passes`}
              source={passTemplateSource}
              value={rule.templates ?? []}
              onChange={(templates) => onChange({ templates })}
            />
          ) : null}
          {rule.kind === "play" ? (
            <>
              <SearchPickers
                label={t`Only these games`}
                source={gameSource}
                value={rule.games ?? []}
                onChange={(games) => onChange({ games })}
              />
              <OneOf
                label={t`Result`}
                value={rule.results?.[0] ?? ""}
                options={RESULTS}
                onChange={(result) => onChange({ results: result === "" ? [] : [result] })}
              />
            </>
          ) : null}
          {rule.kind === "redemption" ? (
            <OneOf
              label={t`What is redeemed`}
              value={rule.redeemed?.[0] ?? ""}
              options={REDEEMABLE}
              onChange={(kind) => onChange({ redeemed: kind === "" ? [] : [kind] })}
            />
          ) : null}
          {rule.kind === "order" || rule.kind === "redemption" ? (
            <AmountField
              cents={rule.min_amount_cents ?? null}
              onChange={(cents) => onChange({ min_amount_cents: cents })}
            />
          ) : null}
        </Stack>
      );
  }
}

/** Where an event has to happen: at any of the selected codes, pages and folders. */
function Places<Kind extends Rule>({ rule, onChange }: RuleFieldsProps<Kind>) {
  const folders = useQuery(folderNames);
  return (
    <>
      <SearchPickers
        label={t`Only at these codes`}
        source={codeSource}
        value={rule.codes ?? []}
        onChange={(codes) => onChange({ codes })}
        helperText={t`Leave codes, pages and folders empty for anywhere.`}
      />
      <Stack direction={{ xs: "column", sm: "row" }} spacing={2}>
        <SearchPickers
          label={t`Only on these pages`}
          source={pageSource}
          value={rule.pages ?? []}
          onChange={(pages) => onChange({ pages })}
        />
        <NamesPicker
          label={t`Only in these folders`}
          names={folders.data}
          isFailed={folders.isError}
          value={rule.folders ?? []}
          onChange={(ids) => onChange({ folders: ids })}
        />
      </Stack>
    </>
  );
}

/** An amount in the organisation's currency, or none. Input stays as typed. */
function AmountField({ cents, onChange }: { cents: number | null; onChange: (cents: number | null) => void }) {
  const currency = useOrganizationData().data?.currency;
  const [typed, setTyped] = useState<string | null>(null);
  const [isHalf, setHalf] = useState(false);
  const type = ({ value: text, validity }: HTMLInputElement) => {
    setTyped(text);
    setHalf(validity.badInput);
    // An incomplete number reads as empty; it must not remove the limit.
    if (!validity.badInput) {
      onChange(Number(text) > 0 ? centsOf(Number(text), currency) : null);
    }
  };
  return (
    <TextField
      label={t`At least this amount`}
      type="number"
      size="small"
      value={typed ?? (cents === null ? "" : amountOf(cents, currency))}
      onChange={({ target }) => type(target as HTMLInputElement)}
      // Discards an incomplete number.
      onBlur={() => {
        setTyped(null);
        setHalf(false);
      }}
      error={isHalf}
      helperText={isHalf ? incompleteText("number") : t`Leave empty for any amount.`}
      slotProps={{ htmlInput: { min: 0, step: amountOf(1, currency) } }}
    />
  );
}

interface OneOfProps<Key extends string> {
  label: string;
  value: Key | "";
  options: Readonly<Record<Key, MessageDescriptor>>;
  onChange: (value: Key | "") => void;
}

function OneOf<Key extends string>({ label, value, options, onChange }: OneOfProps<Key>) {
  return (
    <TextField
      select
      size="small"
      label={label}
      value={value}
      onChange={({ target }) => onChange(target.value as Key | "")}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{t`Any`}</MenuItem>
      {(Object.keys(options) as Key[]).map((one) => (
        <MenuItem key={one} value={one}>
          {t(options[one])}
        </MenuItem>
      ))}
    </TextField>
  );
}
