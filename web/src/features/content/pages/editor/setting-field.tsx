import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import InputAdornment from "@mui/material/InputAdornment";
import MenuItem from "@mui/material/MenuItem";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { ChoicesField, FOR_THUMBS, LinksField } from "@/features/content/pages/editor/list-fields";
import { PlacesLeft } from "@/features/content/pages/editor/places-left";
import { FormFieldsField } from "@/features/content/pages/editor/form-builder";
import { SeveralField } from "@/features/content/pages/editor/several-field";
import { RichField } from "@/features/content/pages/editor/rich-field";
import { PassTemplateField } from "@/shared/passes/pass-template-field";
import { GameField } from "@/features/content/pages/editor/game-field";
import { ShopProductField } from "@/features/content/pages/editor/shop-product-field";
import { WallField } from "@/features/content/pages/editor/wall-field";
import { MomentField } from "@/features/content/pages/editor/moment-field";
import { tooLongFor } from "@/features/content/pages/editor/link-texts";
import { labelText, type Setting } from "@/features/content/pages/editor/settings";
import { SegmentsPicker } from "@/shared/segments/segments-picker";
import { PictureField } from "@/shared/media/picture-field";
import { placesOf } from "@/blocks/currencies";
import type { Field, PictureChoice, SocialLink } from "@/blocks/types";

interface SettingFieldProps {
  setting: Setting;
  value: unknown;
  onChange: (value: unknown) => void;
  /** Changes several settings of the block at once. */
  onPatch?: (values: Record<string, unknown>) => void;
  error?: string;
  /** The currency of a price. */
  currency?: unknown;
}

/** A choice whose empty value has its own label. */
const SHOWN_WHEN_EMPTY = { select: { displayEmpty: true }, inputLabel: { shrink: true } };

const textOf = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : "");

/** One setting of a block. */
export function SettingField({ setting, value, onChange, onPatch, error, currency }: SettingFieldProps) {
  const label = t(setting.label);
  const help = setting.help && t(setting.help);
  const tooLong = setting.shown === undefined ? undefined : tooLongFor(textOf(value), setting.shown);
  const shared = { label, error: error !== undefined, helperText: error ?? tooLong ?? help };
  switch (setting.kind) {
    case "line":
    case "link":
      return (
        <TextField
          {...shared}
          value={textOf(value)}
          onChange={(event) => onChange(event.target.value)}
          type={setting.kind === "link" ? "url" : "text"}
        />
      );
    case "lines":
      return (
        <TextField
          {...shared}
          multiline
          minRows={2}
          maxRows={8}
          value={textOf(value)}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case "picture":
      return <PictureField {...shared} value={textOf(value)} onChange={(address) => onChange(address || null)} />;
    case "rich":
      return <RichField label={label} help={help} value={value} onChange={onChange} />;
    case "switch":
      return (
        <FormControlLabel
          control={<Switch checked={Boolean(value)} onChange={(_, on) => onChange(on)} />}
          label={label}
        />
      );
    case "choice":
      return (
        <TextField
          {...shared}
          select
          value={value ?? ""}
          onChange={(event) => onChange(event.target.value === "" ? null : event.target.value)}
          slotProps={setting.options.some((option) => option.value === "") ? SHOWN_WHEN_EMPTY : undefined}
        >
          {setting.options.map((option) => (
            <MenuItem key={option.value} value={option.value}>
              {labelText(option.label)}
            </MenuItem>
          ))}
        </TextField>
      );
    case "several":
      return (
        <SeveralField
          label={label}
          help={error ?? help}
          options={setting.options.map(({ value, label }) => ({ value, label: labelText(label) }))}
          value={(value ?? []) as string[]}
          isWrong={shared.error}
          onChange={onChange}
        />
      );
    case "segments":
      return (
        <SegmentsPicker
          label={label}
          helperText={error ?? help}
          error={shared.error}
          value={(value ?? []) as string[]}
          onChange={onChange}
        />
      );
    case "wall":
      return <WallField {...shared} value={textOf(value)} onChange={onChange} />;
    case "shopProduct":
      return (
        <ShopProductField
          value={textOf(value)}
          onTake={(product) => onPatch?.({ ...product })}
          onDetach={() => onChange(null)}
        />
      );
    case "passTemplate":
      return <PassTemplateField {...shared} value={textOf(value)} onChange={onChange} />;
    case "game":
      return <GameField {...shared} value={textOf(value)} onChange={onChange} />;
    case "places":
      return <PlacesLeft label={label} />;
    case "number":
      return <NumberField {...shared} value={value} onChange={onChange} factor={1} />;
    case "price":
      return <NumberField {...shared} value={value} onChange={onChange} factor={10 ** placesOf(textOf(currency))} />;
    case "moment":
      return <MomentField {...shared} value={textOf(value)} onChange={onChange} />;
    case "color":
      return <ColorField {...shared} value={textOf(value)} onChange={onChange} />;
    case "fields":
      return <FormFieldsField fields={(value ?? []) as Field[]} onChange={onChange} />;
    case "links":
      return <LinksField links={(value ?? []) as SocialLink[]} onChange={onChange} />;
    case "choices":
      return <ChoicesField choices={(value ?? []) as PictureChoice[]} onChange={onChange} />;
  }
}

interface PlainProps {
  label: string;
  error: boolean;
  helperText?: string;
  onChange: (value: unknown) => void;
}

/** A number or nothing. Incomplete input is not reported yet. */
function NumberField({ value, factor, onChange, ...shared }: PlainProps & { value: unknown; factor: number }) {
  const written = typeof value === "number" ? String(value / factor) : "";
  const [typed, setTyped] = useState<{ text: string; value: unknown } | null>(null);
  return (
    <TextField
      {...shared}
      value={typed !== null && typed.value === value ? typed.text : written}
      slotProps={{ htmlInput: { inputMode: "decimal" } }}
      onChange={(event) => {
        const next = event.target.value.replace(",", ".");
        const number = factor === 1 ? Number(next) : Math.round(Number(next) * factor);
        const isWhole = next === "" || (Number.isFinite(number) && /\d$/.test(next));
        const nextValue = !isWhole ? value : next === "" ? null : number;
        setTyped({ text: next, value: nextValue });
        if (isWhole) {
          onChange(nextValue);
        }
      }}
    />
  );
}

function ColorField({ value, onChange, ...shared }: PlainProps & { value: string }) {
  const isColor = /^#[0-9a-f]{6}$/i.test(value);
  const [typed, setTyped] = useState<{ text: string; value: string } | null>(null);
  return (
    <TextField
      {...shared}
      value={typed !== null && typed.value === value ? typed.text : value}
      placeholder={t`Same as the device`}
      onChange={(event) => {
        const next = event.target.value.trim();
        const isWhole = next === "" || /^#[0-9a-f]{6}$/i.test(next);
        setTyped({ text: next, value: isWhole ? next : value });
        if (isWhole) {
          onChange(next === "" ? null : next);
        }
      }}
      slotProps={{
        inputLabel: { shrink: true },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <Box
                component="input"
                type="color"
                aria-label={t`Choose: ${shared.label}`}
                value={isColor ? value : "#ffffff"}
                onChange={(event) => onChange(event.target.value)}
                sx={{ width: 28, height: 28, p: 0, border: 0, background: "none", ...FOR_THUMBS }}
              />
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
