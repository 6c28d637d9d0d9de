import { plural, t } from "@lingui/core/macro";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useQuery } from "@tanstack/react-query";
import { batchesQuery } from "@/shared/promotions/batches";
import { messageOf } from "@/shared/api/errors";

interface BatchFieldProps {
  value: string;
  problem: string | undefined;
  onChange: (batchId: string) => void;
}

/** The promo batch whose codes a voucher hands out. */
export function BatchField({ value, problem, onChange }: BatchFieldProps) {
  const batches = useQuery(batchesQuery);
  const items = batches.data ?? [];
  const hint = batches.isError
    ? messageOf(batches.error)
    : batches.data?.length === 0
      ? t`Create promo codes first, under Promo codes on a code.`
      : t`Each customer gets the next unused code.`;
  return (
    <TextField
      select
      fullWidth
      required
      label={t`Promo batch`}
      value={items.some(({ batch_id }) => batch_id === value) ? value : ""}
      onChange={({ target }) => onChange(target.value)}
      error={Boolean(problem) || batches.isError}
      helperText={problem ?? hint}
    >
      {items.map(({ batch_id, name, code_name, left }) => (
        <MenuItem key={batch_id} value={batch_id}>
          {t`${name} · ${code_name} · ${plural(left, { one: "# left", other: "# left" })}`}
        </MenuItem>
      ))}
    </TextField>
  );
}
