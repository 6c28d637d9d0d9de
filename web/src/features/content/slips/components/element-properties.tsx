import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import ArrowDownwardIcon from "@mui/icons-material/ArrowDownward";
import ArrowUpwardIcon from "@mui/icons-material/ArrowUpward";
import ContentCopyIcon from "@mui/icons-material/ContentCopy";
import DeleteOutlinedIcon from "@mui/icons-material/DeleteOutlined";
import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { ChoiceField, ColorField, NumberField } from "@/features/content/slips/components/fields";
import { nameOf } from "@/features/content/slips/describe";
import { sized } from "@/features/content/slips/geometry";
import type { SlipElement, TextElement } from "@/features/content/slips/types";
import { hanLanguage, isHanOfSomeLanguage, TextLanguageField } from "@/shared/components/text-language";
import { useOrganizationData } from "@/shared/organization/organization";

interface ElementPropertiesProps {
  element: SlipElement;
  onChange: (values: Partial<SlipElement>, field: string) => void;
  onShift: (by: 1 | -1) => void;
  onCopy: () => void;
  onRemove: () => void;
}

/** All properties of the selected element. */
export function ElementProperties({ element, onChange, onShift, onCopy, onRemove }: ElementPropertiesProps) {
  const smallest = element.type === "code" ? 10 : 0.5;
  const size = (width: number, height: number) => onChange(sized(element, width, height), "size");
  return (
    <Stack spacing={2}>
      <Stack direction="row" sx={{ alignItems: "center" }}>
        <Typography variant="subtitle1" component="h2" sx={{ flex: 1, minWidth: 0, overflowWrap: "anywhere" }}>
          {nameOf(element)}
        </Typography>
        <Tool name={t`Bring forward`} onClick={() => onShift(1)}>
          <ArrowUpwardIcon fontSize="small" />
        </Tool>
        <Tool name={t`Send backward`} onClick={() => onShift(-1)}>
          <ArrowDownwardIcon fontSize="small" />
        </Tool>
        <Tool name={t`Duplicate`} onClick={onCopy}>
          <ContentCopyIcon fontSize="small" />
        </Tool>
        <Tool name={t`Remove`} onClick={onRemove}>
          <DeleteOutlinedIcon fontSize="small" />
        </Tool>
      </Stack>
      <StyleFields element={element} onChange={onChange} />
      <Pair>
        <NumberField
          label={t`From left`}
          value={element.x}
          min={-420}
          max={420}
          onChange={(x) => onChange({ x }, "x")}
        />
        <NumberField
          label={t`From top`}
          value={element.y}
          min={-420}
          max={420}
          onChange={(y) => onChange({ y }, "y")}
        />
      </Pair>
      <Pair>
        <NumberField
          label={t`Width`}
          value={element.width}
          min={smallest}
          max={420}
          onChange={(width) => (element.type === "code" ? size(width, width) : size(width, element.height))}
        />
        <NumberField
          label={t`Height`}
          value={element.height}
          min={smallest}
          max={420}
          onChange={(height) => (element.type === "code" ? size(height, height) : size(element.width, height))}
        />
      </Pair>
      <ChoiceField
        label={t`Rotation`}
        value={String(element.rotation)}
        choices={[
          ["0", t`Not rotated`],
          ["90", t`90° to the right`],
          ["180", t`Upside down`],
          ["270", t`90° to the left`],
        ]}
        onChange={(turn) => onChange({ rotation: Number(turn) as SlipElement["rotation"] }, "rotation")}
      />
    </Stack>
  );
}

function StyleFields({ element, onChange }: Pick<ElementPropertiesProps, "element" | "onChange">) {
  switch (element.type) {
    case "text":
      return <TextStyleFields element={element} onChange={onChange} />;
    case "picture":
      return (
        <ChoiceField
          label={t`Fit`}
          value={element.fit}
          choices={[
            ["contain", t`Fit`],
            ["cover", t`Fill the box`],
          ]}
          onChange={(fit) => onChange({ fit }, "fit")}
        />
      );
    case "line":
      return (
        <>
          <Pair>
            <ColorField label={t`Colour`} value={element.color} onChange={(color) => onChange({ color }, "color")} />
            <Thickness value={element.thickness} onChange={(thickness) => onChange({ thickness }, "thickness")} />
          </Pair>
          <FormControlLabel
            control={<Switch checked={element.dashed} onChange={(_, dashed) => onChange({ dashed }, "dashed")} />}
            label={t`Dashed`}
          />
        </>
      );
    case "rectangle":
      return (
        <>
          <Optional label={t`Fill`} value={element.fill ?? null} onChange={(fill) => onChange({ fill }, "fill")} />
          <Optional
            label={t`Border`}
            value={element.stroke ?? null}
            onChange={(stroke) => onChange({ stroke }, "stroke")}
          />
          <Pair>
            <Thickness value={element.thickness} onChange={(thickness) => onChange({ thickness }, "thickness")} />
            <NumberField
              label={t`Corners`}
              value={element.radius}
              min={0}
              max={100}
              onChange={(radius) => onChange({ radius }, "radius")}
            />
          </Pair>
        </>
      );
    case "code":
      return (
        <Typography variant="body2" color="textSecondary">
          <Trans>Always on top. Use at least 20 mm for easy scanning.</Trans>
        </Typography>
      );
  }
}

function Thickness({ value, onChange }: { value: number; onChange: (value: number) => void }) {
  return <NumberField label={t`Thickness`} value={value} min={0.05} max={20} step={0.1} onChange={onChange} />;
}

function Optional({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string | null;
  onChange: (value: string | null) => void;
}) {
  return (
    <Stack direction="row" spacing={1.5} sx={{ alignItems: "center" }}>
      <FormControlLabel
        control={<Switch checked={value !== null} onChange={(_, on) => onChange(on ? "#1f4fa3" : null)} />}
        label={label}
        sx={{ minWidth: 110 }}
      />
      {value === null ? null : <ColorField label={t`${label}: colour`} value={value} onChange={onChange} />}
    </Stack>
  );
}

function Pair({ children }: { children: ReactNode }) {
  return <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.5 }}>{children}</Box>;
}

function Tool({ name, onClick, children }: { name: string; onClick: () => void; children: ReactNode }) {
  return (
    <Tooltip title={name}>
      <IconButton size="small" aria-label={name} onClick={onClick}>
        {children}
      </IconButton>
    </Tooltip>
  );
}

interface TextStyleProps {
  element: TextElement;
  onChange: ElementPropertiesProps["onChange"];
}

function TextStyleFields({ element, onChange }: TextStyleProps) {
  const locale = useOrganizationData().data?.locale;
  const write = (text: string) => {
    const language = element.language ?? (isHanOfSomeLanguage(text) ? hanLanguage(locale) : undefined);
    onChange(language ? { text, language } : { text }, "text");
  };
  return (
    <>
      <TextField
        multiline
        minRows={2}
        maxRows={6}
        label={t`Text`}
        value={element.text}
        onChange={(event) => write(event.target.value)}
        helperText={t`${"{code}"} and ${"{number}"} are filled in for each copy.`}
        slotProps={{ htmlInput: { maxLength: 2000 } }}
      />
      {isHanOfSomeLanguage(element.text) ? (
        <TextLanguageField value={element.language} onChange={(language) => onChange({ language }, "language")} />
      ) : null}
      <Pair>
        <ChoiceField
          label={t`Font`}
          value={element.font}
          choices={[
            ["sans", t`Sans`],
            ["serif", t`Serif`],
          ]}
          onChange={(font) => onChange({ font }, "font")}
        />
        <NumberField
          label={t`Size`}
          unit="pt"
          value={element.size}
          min={4}
          max={200}
          onChange={(points) => onChange({ size: points }, "points")}
        />
      </Pair>
      <Pair>
        <ChoiceField
          label={t`Weight`}
          value={String(element.weight)}
          choices={[
            ["400", t`Regular`],
            ["700", t`Bold`],
          ]}
          onChange={(weight) => onChange({ weight: weight === "700" ? 700 : 400 }, "weight")}
        />
        <ChoiceField
          label={t`Alignment`}
          value={element.align}
          choices={[
            ["left", t`Left`],
            ["center", t`Centre`],
            ["right", t`Right`],
          ]}
          onChange={(align) => onChange({ align }, "align")}
        />
      </Pair>
      <ColorField label={t`Colour`} value={element.color} onChange={(color) => onChange({ color }, "color")} />
    </>
  );
}
