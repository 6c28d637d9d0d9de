import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import MenuItem from "@mui/material/MenuItem";
import Skeleton from "@mui/material/Skeleton";
import TextField from "@mui/material/TextField";
import { useQuery } from "@tanstack/react-query";
import { listsQuery } from "@/features/commerce/integrations/api/audiences";
import { isUnreadable } from "@/shared/api/unreadable";
import { ErrorState } from "@/shared/components/state-views";

interface ListFieldProps {
  label: string;
  help: string | null;
  value: string;
  disabled: boolean;
  onChange: (listId: string) => void;
}

/** A list of the connected account, chosen by its name. */
export function ListField({ label, help, value, disabled, onChange }: ListFieldProps) {
  const query = useQuery({ ...listsQuery, enabled: !disabled });
  if (isUnreadable(query)) {
    return <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.isLoading) {
    return <Skeleton variant="rounded" height={56} aria-label={t`Loading lists`} />;
  }
  const lists = query.data?.items ?? [];
  const isUnknown = value !== "" && !lists.some(({ id }) => id === value);
  return (
    <TextField
      select
      label={label}
      helperText={help}
      value={value}
      disabled={disabled}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">
        <Trans>None</Trans>
      </MenuItem>
      {isUnknown ? <MenuItem value={value}>{value}</MenuItem> : null}
      {lists.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}
