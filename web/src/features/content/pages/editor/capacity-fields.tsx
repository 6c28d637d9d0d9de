import { t } from "@lingui/core/macro";
import FormControlLabel from "@mui/material/FormControlLabel";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import type { Field } from "@/blocks/types";
import { useFormPlaces } from "@/features/content/pages/editor/places-left";
import { ParsedField } from "@/shared/components/parsed-field";

type Capacities = Record<string, number>;

const AT_FIRST = 20;
const MAX = 1_000_000;

/** Returns the capacities after option texts have changed. A renamed option keeps its capacity. */
export function renamedCapacities(
  capacities: Capacities | null | undefined,
  before: string[],
  after: string[],
): Capacities | null {
  if (!capacities) {
    return null;
  }
  const isRenaming = before.length === after.length;
  const entries = after.flatMap((option, index) => {
    const was = isRenaming ? (before[index] ?? option) : option;
    const places = capacities[option] ?? capacities[was];
    return option === "" || places === undefined ? [] : [[option, places] as const];
  });
  return Object.fromEntries(entries);
}

interface CapacityFieldsProps {
  field: Field;
  onChange: (capacities: Capacities | null) => void;
}

/** How many visitors may choose each answer. Empty means unlimited. */
export function CapacityFields({ field, onChange }: CapacityFieldsProps) {
  const { places } = useFormPlaces();
  const options = (field.options ?? []).filter((option) => option.trim() !== "");
  const capacities = field.capacities ?? null;
  const change = (option: string, places: number | null) => {
    const others = Object.fromEntries(Object.entries(capacities ?? {}).filter(([name]) => name !== option));
    onChange(places === null ? others : { ...others, [option]: places });
  };
  return (
    <Stack spacing={1.5} role="group" aria-label={t`Capacity of each answer`}>
      <FormControlLabel
        control={
          <Switch
            checked={capacities !== null}
            onChange={(_, isOn) =>
              onChange(isOn ? Object.fromEntries(options.map((option) => [option, AT_FIRST])) : null)
            }
          />
        }
        label={t`Limit how many people can choose an answer`}
      />
      {capacities === null
        ? null
        : options.map((option) => {
            const taken = places.find((place) => place.field === field.name && place.option === option)?.taken;
            return (
              <ParsedField
                key={option}
                type="number"
                label={t`Capacity: ${option}`}
                value={capacities[option] ?? ""}
                placeholder={t`No limit`}
                helperText={taken === undefined ? undefined : t`${taken} taken`}
                onChange={(text) => {
                  const places = Math.trunc(Number(text));
                  change(option, places >= 1 ? Math.min(places, MAX) : null);
                }}
                slotProps={{ htmlInput: { min: 1, max: MAX, inputMode: "numeric" }, inputLabel: { shrink: true } }}
              />
            );
          })}
    </Stack>
  );
}
