import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import AddIcon from "@mui/icons-material/Add";
import Autocomplete from "@mui/material/Autocomplete";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { countriesIn } from "@/blocks/forms/countries";
import { FIELDS, NumberField, type Problems, Section } from "@/features/promotions/games/components/fields";
import { problemAt } from "@/features/promotions/games/draft";
import { PLAYER_BY } from "@/features/promotions/games/game-texts";
import type { Draft, Gates, Limits } from "@/features/promotions/games/types";
import { ParsedField } from "@/shared/components/parsed-field";
import { countryName } from "@/shared/format/names";

interface PartProps {
  draft: Draft;
  problems: Problems;
  onChange: (changed: Partial<Draft>) => void;
}

type Counted = Exclude<keyof Limits, "by" | "purchase">;

/** How often the game can be played, and by whom. */
export function LimitsPart({ draft, problems, onChange }: PartProps) {
  const { limits, gates } = draft;
  const setLimits = (changed: Partial<Limits>) => onChange({ limits: { ...limits, ...changed } });
  const setGates = (changed: Partial<Gates>) => onChange({ gates: { ...gates, ...changed } });
  const limit = (name: Counted, label: string, hint = t`Leave empty for no limit`) => (
    <NumberField
      label={label}
      value={limits[name]}
      onChange={(value) => setLimits({ [name]: value })}
      problem={problems[`limits.${name}`]}
      hint={hint}
    />
  );
  return (
    <>
      <Section title={t`How often`}>
        <Box sx={FIELDS}>
          <TextField
            select
            fullWidth
            label={t`Identify players by`}
            value={limits.by}
            onChange={({ target }) => setLimits({ by: target.value as Limits["by"] })}
            error={Boolean(problems["limits.by"])}
            helperText={problems["limits.by"] ?? t(PLAYER_BY[limits.by].text)}
          >
            {Object.entries(PLAYER_BY).map(([by, it]) => (
              <MenuItem key={by} value={by}>
                {t(it.name)}
              </MenuItem>
            ))}
          </TextField>
          {limit("per_person_day", t`Plays per person per day`)}
          {limit("per_person", t`Plays per person in total`)}
          {limit("wins_per_person", t`Prizes for each person`, t`Consolation prizes do not count`)}
          {limit("per_day", t`Total plays per day`)}
          {limit("in_all", t`Total plays`)}
          {limit("per_place_day", t`Plays per place per day`, t`Needs places below`)}
          {limit(
            "per_receipt",
            t`Plays for each purchase`,
            t`Players enter a receipt or order number. Leave empty to ask for none`,
          )}
          {limits.per_receipt === null ? null : (
            <TextField
              select
              fullWidth
              label={t`Number of`}
              value={limits.purchase}
              onChange={({ target }) => setLimits({ purchase: target.value as Limits["purchase"] })}
              helperText={
                limits.purchase === "order"
                  ? t`Only recorded orders; for customers, only their own`
                  : t`Any number counts, each as often as set here`
              }
            >
              <MenuItem value="receipt">
                <Trans>Receipt</Trans>
              </MenuItem>
              <MenuItem value="order">
                <Trans>Order</Trans>
              </MenuItem>
            </TextField>
          )}
        </Box>
      </Section>
      <Section title={t`Who may play`}>
        <Box sx={FIELDS}>
          <NumberField
            label={t`Minimum age`}
            value={gates.min_age}
            onChange={(min_age) => setGates({ min_age })}
            problem={problems["gates.min_age"]}
            hint={t`Leave empty not to ask`}
          />
          <Autocomplete
            multiple
            options={countriesIn("en").map(({ code }) => code)}
            value={gates.countries}
            onChange={(_, countries) => setGates({ countries })}
            getOptionLabel={countryName}
            renderInput={(props) => (
              <TextField
                {...props}
                label={t`Only from these countries`}
                error={Boolean(problemAt(problems, "gates.countries"))}
                helperText={problemAt(problems, "gates.countries") ?? t`Leave empty for everywhere`}
              />
            )}
          />
          <TextField
            fullWidth
            label={t`Version of the terms to accept`}
            value={gates.terms_version ?? ""}
            onChange={({ target }) => setGates({ terms_version: target.value || null })}
            error={Boolean(problems["gates.terms_version"])}
            helperText={problems["gates.terms_version"] ?? t`Such as 2026-11. Leave empty for no checkbox`}
            slotProps={{ htmlInput: { maxLength: 64 } }}
          />
          <TextField
            fullWidth
            label={t`URL of the terms`}
            value={gates.terms_url ?? ""}
            onChange={({ target }) => setGates({ terms_url: target.value.trim() || null })}
            error={Boolean(problems["gates.terms_url"])}
            helperText={problems["gates.terms_url"] ?? t`Or write them under Texts`}
            slotProps={{ htmlInput: { inputMode: "url" } }}
          />
        </Box>
      </Section>
      <Section
        title={t`Places`}
        text={t`With places, players must share an accurate position at one of them. Without it they can’t play.`}
      >
        <Stack spacing={1.5}>
          {problems["gates.places"] ? (
            <Typography variant="body2" color="error">
              {problems["gates.places"]}
            </Typography>
          ) : null}
          {gates.places.map((place, at) => (
            <PlaceFields
              key={place.key}
              place={place}
              problems={problems}
              at={`gates.places.${String(at)}`}
              onChange={(changed) => setGates({ places: gates.places.with(at, { ...place, ...changed }) })}
              onRemove={() => setGates({ places: gates.places.filter((_, other) => other !== at) })}
            />
          ))}
          <Button
            variant="outlined"
            startIcon={<AddIcon />}
            sx={{ alignSelf: "flex-start" }}
            onClick={() =>
              setGates({
                places: [
                  ...gates.places,
                  { key: crypto.randomUUID().slice(0, 8), name: "", latitude: 0, longitude: 0, radius_m: 200 },
                ],
              })
            }
          >
            <Trans>Add place</Trans>
          </Button>
        </Stack>
      </Section>
    </>
  );
}

type Place = Gates["places"][number];

interface PlaceFieldsProps {
  place: Place;
  at: string;
  problems: Problems;
  onChange: (changed: Partial<Place>) => void;
  onRemove: () => void;
}

function PlaceFields({ place, at, problems, onChange, onRemove }: PlaceFieldsProps) {
  const degrees = (name: "latitude" | "longitude", label: string) => (
    <ParsedField
      fullWidth
      type="number"
      label={label}
      value={place[name]}
      onChange={(text) => onChange({ [name]: Number(text) })}
      error={Boolean(problems[`${at}.${name}`])}
      helperText={problems[`${at}.${name}`]}
      slotProps={{ htmlInput: { step: "any" } }}
    />
  );
  return (
    <Paper variant="outlined" sx={{ p: 2, borderRadius: 2 }}>
      <Box sx={FIELDS}>
        <TextField
          fullWidth
          required
          label={t`Name of the place`}
          value={place.name}
          onChange={({ target }) => onChange({ name: target.value })}
          error={Boolean(problems[`${at}.name`])}
          helperText={problems[`${at}.name`]}
        />
        <NumberField
          label={t`Radius in metres`}
          min={20}
          empty={200}
          value={place.radius_m ?? 200}
          onChange={(radius) => onChange({ radius_m: radius ?? 200 })}
          problem={problems[`${at}.radius_m`]}
        />
        {degrees("latitude", t`Latitude`)}
        {degrees("longitude", t`Longitude`)}
      </Box>
      <Button size="small" color="error" sx={{ mt: 1 }} onClick={onRemove} aria-label={t`Remove place ${place.name}`}>
        <Trans>Remove place</Trans>
      </Button>
    </Paper>
  );
}
