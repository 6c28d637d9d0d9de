import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import Switch from "@mui/material/Switch";
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

/** A date and time in the organisation's time zone. */
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

/** Edits the event of a ticket. Phones use it for their own suggestions; people see only the fields. */
export function EventEditor({ event, zone, onChange }: EventEditorProps) {
  const text = (name: EventText, label: string) => (
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
        {text("name", t`Event name`)}
        {text("venue", t`Venue`)}
        <MomentField
          label={t`Starts`}
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
        {text("room", t`Room or hall`)}
        {text("region", t`Town or region`)}
        <TextField
          select
          label={t`Event type`}
          value={event.kind ?? "generic"}
          onChange={(change) => onChange({ ...event, kind: change.target.value as PassEvent["kind"] & string })}
        >
          {Object.entries(EVENTS).map(([kind, name]) => (
            <MenuItem key={kind} value={kind}>
              {t(name)}
            </MenuItem>
          ))}
        </TextField>
        {event.kind === "live_performance" ? (
          <TextField
            label={t`Performers, one per line`}
            multiline
            value={(event.performers ?? []).join("\n")}
            onChange={(change) => onChange({ ...event, performers: linesOf(change.target.value) })}
          />
        ) : null}
        {event.kind === "sports" ? (
          <>
            {text("home_team", t`Home team, abbreviated`)}
            {text("away_team", t`Away team, abbreviated`)}
          </>
        ) : null}
      </Box>
      <FormControlLabel
        sx={{ mt: 1 }}
        control={
          <Switch checked={event.is_poster ?? false} onChange={(_, is_poster) => onChange({ ...event, is_poster })} />
        }
        label={t`Poster on iOS 18 and later`}
      />
    </Box>
  );
}

type EventText =
  "name" | "venue" | "address" | "seat" | "row" | "section" | "room" | "region" | "home_team" | "away_team";

const EVENTS: Readonly<Record<NonNullable<PassEvent["kind"]>, MessageDescriptor>> = {
  generic: msg`Other`,
  live_performance: msg`Performance`,
  movie: msg`Film`,
  sports: msg`Sports`,
  conference: msg`Conference`,
  convention: msg`Convention`,
  workshop: msg`Workshop`,
  social_gathering: msg`Gathering`,
};

/** The non-empty lines of a text; the last line may be empty while the user is still typing it. */
const linesOf = (text: string) =>
  text === ""
    ? []
    : text
        .split("\n")
        .slice(0, 10)
        .filter((line, at, all) => line !== "" || at === all.length - 1);

const TRANSITS: Readonly<Record<NonNullable<PassTrip["transit"]>, MessageDescriptor>> = {
  air: msg`Air`,
  boat: msg`Boat`,
  bus: msg`Bus`,
  train: msg`Train`,
  generic: msg`Other`,
};

type TripText =
  | "origin_code"
  | "destination_code"
  | "vehicle_number"
  | "seat"
  | "carrier_code"
  | "flight_number"
  | "passenger"
  | "confirmation"
  | "terminal"
  | "gate"
  | "boarding_group"
  | "origin_time_zone"
  | "destination_time_zone";

interface TripEditorProps {
  trip: PassTrip;
  zone: string;
  onChange: (trip: PassTrip) => void;
}

/** Edits the trip of a boarding pass. */
export function TripEditor({ trip, zone, onChange }: TripEditorProps) {
  const text = (name: TripText, label: string) => (
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
        {text("origin_code", t`Origin code`)}
        <PlaceholderField
          label={t`To`}
          value={trip.destination}
          onChange={(destination) => onChange({ ...trip, destination })}
        />
        {text("destination_code", t`Destination code`)}
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
        {trip.transit === "air" ? (
          <>
            {text("carrier_code", t`Airline, two letters (IATA)`)}
            {text("flight_number", t`Flight number`)}
          </>
        ) : (
          text("vehicle_number", t`Vehicle number`)
        )}
        {text("seat", t`Seat`)}
        {text("passenger", t`Passenger`)}
        {text("confirmation", t`Booking reference`)}
        {text("terminal", t`Terminal`)}
        {text("gate", t`Gate`)}
        {text("boarding_group", t`Boarding group`)}
        <MomentField
          label={t`Boarding`}
          value={trip.boards_at}
          zone={zone}
          onChange={(boards_at) => onChange({ ...trip, boards_at })}
        />
        {text("origin_time_zone", t`Time zone of the origin`)}
        {text("destination_time_zone", t`Time zone of the destination`)}
      </Box>
    </Box>
  );
}

interface ContactlessEditorProps {
  nfc: PassContent["nfc"];
  onChange: (nfc: PassContent["nfc"]) => void;
}

/** What a phone sends to a contactless reader instead of a barcode; nothing if both texts are empty. */
export function ContactlessEditor({ nfc, onChange }: ContactlessEditorProps) {
  const message = nfc?.message ?? "";
  const key = nfc?.public_key ?? "";
  const set = (values: { message?: string; public_key?: string }) => {
    const next = { needs_unlock: false, message, public_key: key, ...values };
    onChange(next.message === "" && next.public_key === "" ? null : next);
  };
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
      <Typography component="legend" variant="subtitle2">
        <Trans>Contactless entry</Trans>
      </Typography>
      <Typography variant="body2" color="textSecondary">
        <Trans>Requires a certificate that Apple has enabled for NFC.</Trans>
      </Typography>
      <Box sx={GRID}>
        <PlaceholderField
          label={t`Data sent to the reader`}
          value={message}
          onChange={(next) => set({ message: next })}
        />
        <TextField
          label={t`Public key of the reader`}
          value={key}
          onChange={(change) => set({ public_key: change.target.value.trim() })}
          slotProps={{ htmlInput: { maxLength: 400, spellCheck: false } }}
        />
      </Box>
    </Box>
  );
}
