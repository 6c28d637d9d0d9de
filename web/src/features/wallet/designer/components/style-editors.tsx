import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { wallOf } from "@/features/wallet/designer/components/field-value";
import { PlaceholderField } from "@/features/wallet/designer/components/placeholder-field";
import { ParsedField } from "@/shared/components/parsed-field";
import { instantOf, LAST_MOMENT } from "@/shared/format/zoned";
import type { PassContent } from "@/shared/wallet/pass-content";

type PassEvent = NonNullable<PassContent["event"]>;
type PassTrip = NonNullable<PassContent["trip"]>;

const GRID = { display: "grid", gap: 2, gridTemplateColumns: { xs: "1fr", sm: "1fr 1fr" }, mt: 1.5 } as const;

interface MomentFieldProps {
  label: string;
  value: string | null | undefined;
  zone: string;
  onChange: (iso: string | null) => void;
}

/** A moment on the clocks of the organisation. */
export function MomentField({ label, value, zone, onChange }: MomentFieldProps) {
  return (
    <ParsedField
      type="datetime-local"
      label={label}
      value={wallOf(value, zone)}
      onChange={(wall) => onChange(wall === "" ? null : instantOf(wall, zone))}
      helperText={zone}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { max: LAST_MOMENT } }}
    />
  );
}

interface EventEditorProps {
  event: PassEvent;
  zone: string;
  onChange: (event: PassEvent) => void;
}

/** The event of a ticket. Phones use it for their own suggestions; what people read are the fields. */
export function EventEditor({ event, zone, onChange }: EventEditorProps) {
  const text = (name: "name" | "venue" | "address" | "seat" | "row" | "section", label: string) => (
    <PlaceholderField
      label={label}
      value={event[name] ?? ""}
      onChange={(value) => onChange({ ...event, [name]: name === "name" || name === "venue" ? value : value || null })}
    />
  );
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
      <Typography component="legend" variant="subtitle2">
        <Trans>Event</Trans>
      </Typography>
      <Box sx={GRID}>
        {text("name", t`Name of the event`)}
        {text("venue", t`Venue`)}
        <MomentField
          label={t`Begins`}
          value={event.starts_at}
          zone={zone}
          onChange={(starts_at) => (starts_at === null ? undefined : onChange({ ...event, starts_at }))}
        />
        <MomentField
          label={t`Ends`}
          value={event.ends_at}
          zone={zone}
          onChange={(ends_at) => onChange({ ...event, ends_at })}
        />
        {text("section", t`Section`)}
        {text("row", t`Row`)}
        {text("seat", t`Seat`)}
        {text("address", t`Address`)}
      </Box>
    </Box>
  );
}

const TRANSITS: Readonly<Record<NonNullable<PassTrip["transit"]>, MessageDescriptor>> = {
  air: msg`Air`,
  boat: msg`Boat`,
  bus: msg`Bus`,
  train: msg`Train`,
  generic: msg`Other`,
};

interface TripEditorProps {
  trip: PassTrip;
  zone: string;
  onChange: (trip: PassTrip) => void;
}

/** The trip of a boarding pass. */
export function TripEditor({ trip, zone, onChange }: TripEditorProps) {
  const text = (name: "origin_code" | "destination_code" | "vehicle_number" | "seat", label: string) => (
    <PlaceholderField
      label={label}
      value={trip[name] ?? ""}
      onChange={(value) => onChange({ ...trip, [name]: value || null })}
    />
  );
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
      <Typography component="legend" variant="subtitle2">
        <Trans>Trip</Trans>
      </Typography>
      <Box sx={GRID}>
        <TextField
          select
          label={t`Means of transport`}
          value={trip.transit ?? "generic"}
          onChange={(event) => onChange({ ...trip, transit: event.target.value as PassTrip["transit"] & string })}
          sx={{ gridColumn: { sm: "1 / -1" } }}
        >
          {Object.entries(TRANSITS).map(([transit, name]) => (
            <MenuItem key={transit} value={transit}>
              {t(name)}
            </MenuItem>
          ))}
        </TextField>
        <PlaceholderField label={t`From`} value={trip.origin} onChange={(origin) => onChange({ ...trip, origin })} />
        {text("origin_code", t`Code of the origin`)}
        <PlaceholderField
          label={t`To`}
          value={trip.destination}
          onChange={(destination) => onChange({ ...trip, destination })}
        />
        {text("destination_code", t`Code of the destination`)}
        <MomentField
          label={t`Departs`}
          value={trip.departs_at}
          zone={zone}
          onChange={(departs_at) => onChange({ ...trip, departs_at })}
        />
        <MomentField
          label={t`Arrives`}
          value={trip.arrives_at}
          zone={zone}
          onChange={(arrives_at) => onChange({ ...trip, arrives_at })}
        />
        {text("vehicle_number", t`Vehicle number`)}
        {text("seat", t`Seat`)}
      </Box>
    </Box>
  );
}
