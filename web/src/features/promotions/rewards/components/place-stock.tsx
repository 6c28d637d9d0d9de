import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { NEW_PLACE, type PlaceValues } from "@/features/promotions/rewards/reward-values";
import { flattenTree, foldersQuery, treeOf } from "@/shared/folders/folders";

const MOST = 50;

interface PlaceStockProps {
  places: readonly PlaceValues[];
  problems: Readonly<Record<string, string>>;
  onChange: (places: PlaceValues[]) => void;
}

/** The stock at each place, in total and per day. */
export function PlaceStock({ places, problems, onChange }: PlaceStockProps) {
  return (
    <Stack spacing={1.5} component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
      <Typography component="legend" variant="subtitle2" sx={{ p: 0 }}>
        <Trans>Stock by place</Trans>
      </Typography>
      <Typography variant="body2" color="textSecondary">
        <Trans>
          With places, the reward is available only there. If a code is at several places, each of them needs stock.
        </Trans>
      </Typography>
      {places.map((place, number) => (
        <PlaceRow
          // Rows have no IDs, but they are only added at the end.
          key={number}
          place={place}
          number={number}
          problems={problems}
          onChange={(changed) => onChange(places.with(number, { ...place, ...changed }))}
          onRemove={() => onChange(places.toSpliced(number, 1))}
        />
      ))}
      <Box>
        <Button
          size="small"
          variant="outlined"
          disabled={places.length >= MOST}
          onClick={() => onChange([...places, NEW_PLACE])}
        >
          <Trans>Add a place</Trans>
        </Button>
      </Box>
    </Stack>
  );
}

interface PlaceRowProps {
  place: PlaceValues;
  number: number;
  problems: Readonly<Record<string, string>>;
  onChange: (changed: Partial<PlaceValues>) => void;
  onRemove: () => void;
}

function PlaceRow({ place, number, problems, onChange, onRemove }: PlaceRowProps) {
  const folders = useQuery(foldersQuery);
  const problem = (name: string) => problems[`stock_by_place.${String(number)}.${name}`];
  const input = (name: "stock" | "stock_per_day", label: string) => (
    <TextField
      size="small"
      label={label}
      value={place[name]}
      onChange={({ target }) => onChange({ [name]: target.value })}
      error={Boolean(problem(name))}
      helperText={problem(name)}
      slotProps={{ htmlInput: { inputMode: "numeric" } }}
      sx={{ flex: "1 1 6rem" }}
    />
  );
  return (
    <Stack
      direction="row"
      role="group"
      aria-label={t`Place ${number + 1}`}
      sx={{ flexWrap: "wrap", gap: 1, alignItems: "flex-start" }}
    >
      <TextField
        select
        size="small"
        label={t`Kind of place`}
        value={place.kind}
        onChange={({ target }) => onChange({ kind: target.value as PlaceValues["kind"], value: "" })}
        sx={{ flex: "1 1 8rem" }}
      >
        <MenuItem value="placement">
          <Trans>Placement</Trans>
        </MenuItem>
        <MenuItem value="folder">
          <Trans>Folder</Trans>
        </MenuItem>
      </TextField>
      {place.kind === "folder" ? (
        <TextField
          select
          size="small"
          label={t`Folder`}
          value={folders.data?.some(({ folder_id }) => folder_id === place.value) ? place.value : ""}
          onChange={({ target }) => onChange({ value: target.value })}
          error={Boolean(problem("value"))}
          helperText={problem("value")}
          sx={{ flex: "2 1 12rem" }}
        >
          {flattenTree(treeOf(folders.data ?? [])).map(({ folder_id, trail }) => (
            <MenuItem key={folder_id} value={folder_id}>
              {trail.join(" / ")}
            </MenuItem>
          ))}
        </TextField>
      ) : (
        <TextField
          size="small"
          label={t`Placement`}
          value={place.value}
          placeholder={t`store: Midtown`}
          onChange={({ target }) => onChange({ value: target.value })}
          error={Boolean(problem("value"))}
          helperText={problem("value")}
          sx={{ flex: "2 1 12rem" }}
        />
      )}
      {input("stock", t`Total`)}
      {input("stock_per_day", t`A day`)}
      <Button color="inherit" onClick={onRemove} aria-label={t`Remove place ${number + 1}`}>
        <Trans>Remove</Trans>
      </Button>
    </Stack>
  );
}
