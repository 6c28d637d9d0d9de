import type { MessageDescriptor } from "@lingui/core";
import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import FormControl from "@mui/material/FormControl";
import FormLabel from "@mui/material/FormLabel";
import { type ReactNode, useId } from "react";

interface ShapePickerProps<Value extends string> {
  label: string;
  names: Readonly<Record<Value, MessageDescriptor>>;
  value: Value | undefined;
  onChange: (value: Value) => void;
  draw: (value: Value) => ReactNode;
}

/** A choice of shapes, each shown as a small picture. Arrow keys move between them. */
export function ShapePicker<Value extends string>({ label, names, value, onChange, draw }: ShapePickerProps<Value>) {
  const group = useId();
  return (
    <FormControl component="fieldset" sx={{ minWidth: 0 }}>
      <FormLabel
        component="legend"
        sx={{ mb: 1, typography: "subtitle2", color: "text.primary", "&.Mui-focused": { color: "text.primary" } }}
      >
        {label}
      </FormLabel>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
        {(Object.entries(names) as [Value, MessageDescriptor][]).map(([shape, name]) => (
          <Tile key={shape} name={t(name)} group={group} chosen={shape === value} onChoose={() => onChange(shape)}>
            {draw(shape)}
          </Tile>
        ))}
      </Box>
    </FormControl>
  );
}

interface TileProps {
  name: string;
  group: string;
  chosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}

function Tile({ name, group, chosen, onChoose, children }: TileProps) {
  return (
    <Box
      component="label"
      title={name}
      sx={{
        position: "relative",
        display: "grid",
        placeItems: "center",
        width: 52,
        height: 52,
        p: 1,
        borderRadius: 2,
        border: 2,
        borderColor: chosen ? "primary.main" : "divider",
        bgcolor: chosen ? "action.selected" : "transparent",
        color: chosen ? "primary.main" : "text.primary",
        cursor: "pointer",
        transition: "border-color 120ms",
        "&:hover": { borderColor: chosen ? "primary.main" : "text.secondary" },
        "&:focus-within": { outline: 2, outlineColor: "primary.main", outlineOffset: 2 },
        "& svg": { width: "100%", height: "100%", fill: "currentColor", overflow: "visible" },
      }}
    >
      <Box
        component="input"
        type="radio"
        name={group}
        aria-label={name}
        checked={chosen}
        onChange={onChoose}
        sx={{ position: "absolute", inset: 0, width: "100%", height: "100%", m: 0, opacity: 0, cursor: "pointer" }}
      />
      {children}
    </Box>
  );
}
