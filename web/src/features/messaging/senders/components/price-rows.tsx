import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import AddIcon from "@mui/icons-material/Add";
import DeleteIcon from "@mui/icons-material/DeleteOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import InputAdornment from "@mui/material/InputAdornment";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { microsOf, type PriceRow } from "@/features/messaging/senders/prices";
import { CountryField } from "@/shared/components/country-field";
import { countryName } from "@/shared/format/names";

/** Each country has its own line on narrow screens. */
const ROW = {
  display: "grid",
  gap: 1,
  alignItems: "start",
  gridTemplateColumns: { xs: "minmax(0, 1fr) auto", sm: "minmax(0, 1fr) 150px auto" },
  "& > :first-of-type": { gridColumn: { xs: "1 / -1", sm: "auto" } },
};

interface Props {
  rows: readonly PriceRow[];
  currency: string;
  mayEdit: boolean;
  onChange: (rows: PriceRow[]) => void;
}

/** The price of a segment, with a row for each country. */
export function PriceRows({ rows, currency, mayEdit, onChange }: Props) {
  const change = (key: number, part: Partial<PriceRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const add = () =>
    onChange([...rows, { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, country: "", amount: "" }]);
  const taken = rows.map(({ country }) => country);
  return (
    <Box component="fieldset" sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
      <Typography component="legend" variant="subtitle2" sx={{ p: 0 }}>
        <Trans>Price of a segment by country</Trans>
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {rows.length === 0 && !mayEdit
          ? t`No prices yet.`
          : t`The check before sending uses them to estimate what a campaign costs.`}
      </Typography>
      {rows.map(({ key, country, amount }) => {
        const name = country === "" ? t`the new country` : countryName(country);
        const isWrong = amount.trim() !== "" && microsOf(amount) === null;
        return (
          <Box key={key} sx={{ ...ROW, mb: 1.5 }}>
            <CountryField
              size="small"
              value={country}
              taken={taken}
              disabled={!mayEdit}
              onChange={(code) => change(key, { country: code })}
            />
            <TextField
              size="small"
              label={t`Price`}
              value={amount}
              disabled={!mayEdit}
              error={isWrong}
              helperText={isWrong ? t`Enter an amount like 0.0079` : undefined}
              onChange={({ target }) => change(key, { amount: target.value })}
              slotProps={{
                htmlInput: { inputMode: "decimal", "aria-label": t`Price for ${name}` },
                input: { endAdornment: <InputAdornment position="end">{currency}</InputAdornment> },
              }}
            />
            {mayEdit ? (
              <IconButton
                aria-label={t`Remove ${name}`}
                onClick={() => onChange(rows.filter((row) => row.key !== key))}
              >
                <DeleteIcon fontSize="small" />
              </IconButton>
            ) : null}
          </Box>
        );
      })}
      {mayEdit ? (
        <Button size="small" startIcon={<AddIcon />} onClick={add}>
          {rows.length === 0 ? t`Add a country` : t`Add another country`}
        </Button>
      ) : null}
    </Box>
  );
}
