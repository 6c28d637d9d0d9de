import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";

interface ColumnMappingProps {
  /** The columns of an imported file, with values from its first rows. */
  columns: readonly { header: string; samples: readonly string[] }[];
  /** What each column is imported as; null for columns that are not imported. */
  mapping: readonly (string | null)[];
  onChange: (mapping: (string | null)[]) => void;
  /** The possible targets of a column, as menu items. */
  children: ReactNode;
}

/** Assigns a meaning to each column of an imported file. */
export function ColumnMapping({ columns, mapping, onChange, children }: ColumnMappingProps) {
  const match = (at: number, target: string | null) =>
    // A target belongs to one column and is removed from the one that had it before.
    onChange(mapping.map((had, index) => (index === at ? target : had === target ? null : had)));
  return (
    <Stack component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
      {columns.map(({ header, samples }, at) => (
        <Stack
          component="li"
          // The columns of a file never change, and two can have the same name.
          key={`${String(at)} ${header}`}
          direction={{ xs: "column", sm: "row" }}
          spacing={1.5}
          sx={{
            px: 2,
            py: 1.5,
            alignItems: { sm: "center" },
            borderTop: at === 0 ? 0 : 1,
            borderColor: "divider",
          }}
        >
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Typography variant="subtitle2" sx={{ overflowWrap: "anywhere" }}>
              {header || t`Column ${String(at + 1)}`}
            </Typography>
            <Typography variant="body2" color="textSecondary" noWrap>
              {samples.join(" · ") || t`No values in the first rows`}
            </Typography>
          </Box>
          <TextField
            select
            size="small"
            label={t`Import “${header || `column ${String(at + 1)}`}” as`}
            value={mapping[at] ?? ""}
            onChange={({ target }) => match(at, target.value || null)}
            sx={{ width: { sm: 280 }, flexShrink: 0 }}
            slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
          >
            <MenuItem value="">
              <Trans>Don’t import</Trans>
            </MenuItem>
            {children}
          </TextField>
        </Stack>
      ))}
    </Stack>
  );
}
