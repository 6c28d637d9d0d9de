import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import CardContent from "@mui/material/CardContent";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";

/** The actions for an entry, or null for members who may only read. */
export type EntryActions = { onEdit: () => void; onDelete: () => void } | null;

interface EntryRowProps {
  name: string;
  picture?: string | null | undefined;
  lines: readonly string[];
  /** States and limits, in a word each. */
  chips: ReactNode;
  actions: EntryActions;
}

/** An entry of the list. */
export function EntryRow({ name, picture, lines, chips, actions }: EntryRowProps) {
  return (
    <Card component="li">
      <CardContent sx={{ display: "flex", flexWrap: "wrap", gap: 2, alignItems: "center", "&:last-child": { pb: 2 } }}>
        {picture ? (
          <Box
            component="img"
            src={picture}
            alt=""
            sx={{ width: 64, height: 64, objectFit: "cover", borderRadius: 1 }}
          />
        ) : null}
        <Box sx={{ flex: "1 1 14rem", minWidth: 0 }}>
          <Typography variant="h6" component="h2" sx={{ overflowWrap: "anywhere" }}>
            {name}
          </Typography>
          {lines.map((line) => (
            <Typography key={line} variant="body2" color="textSecondary">
              {line}
            </Typography>
          ))}
        </Box>
        <Stack direction="row" sx={{ flexWrap: "wrap", gap: 0.5 }}>
          {chips}
        </Stack>
        {actions === null ? null : (
          <Stack direction="row" spacing={1}>
            <Button size="small" onClick={actions.onEdit} aria-label={t`Edit ${name}`}>
              <Trans>Edit</Trans>
            </Button>
            <Button size="small" color="error" onClick={actions.onDelete} aria-label={t`Delete ${name}`}>
              <Trans>Delete</Trans>
            </Button>
          </Stack>
        )}
      </CardContent>
    </Card>
  );
}
