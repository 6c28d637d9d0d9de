import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";

/** An active filter, and how to remove it. */
export interface ActiveFilter {
  label: string;
  clear: () => void;
}

/** The active filters of the list. Each chip can be removed, or all at once. */
export function FilterChips({ filters, onClear }: { filters: readonly ActiveFilter[]; onClear: () => void }) {
  if (filters.length === 0) {
    return null;
  }
  return (
    <Stack
      component="ul"
      direction="row"
      aria-label={t`Active filters`}
      sx={{ flexWrap: "wrap", gap: 1, alignItems: "center", listStyle: "none", p: 0, m: 0, mb: 2 }}
    >
      {filters.map(({ label, clear }) => (
        <li key={label}>
          <Chip
            label={label}
            onDelete={clear}
            onClick={clear}
            aria-label={t`Remove filter: ${label}`}
            sx={{ maxWidth: 280 }}
          />
        </li>
      ))}
      {filters.length > 1 ? (
        <li>
          <Button size="small" onClick={onClear}>
            <Trans>Clear all</Trans>
          </Button>
        </li>
      ) : null}
    </Stack>
  );
}
