import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import CardContent from "@mui/material/CardContent";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorState } from "@/shared/components/state-views";

interface EntryListProps<Item> {
  list: UseQueryResult<{ items: Item[] }>;
  /** What is shown where there are none. */
  empty: ReactNode;
  children: (item: Item) => ReactNode;
}

/** What an organisation has defined, a card each. */
export function EntryList<Item>({ list, empty, children }: EntryListProps<Item>) {
  if (list.isPending) {
    return (
      <Stack spacing={1.5} aria-busy="true">
        {[0, 1, 2].map((one) => (
          <Skeleton key={one} variant="rounded" height={96} />
        ))}
      </Stack>
    );
  }
  if (list.isError) {
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  }
  if (list.data.items.length === 0) {
    return <>{empty}</>;
  }
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: "none", display: "grid", gap: 1.5 }}>
      {list.data.items.map(children)}
    </Box>
  );
}

/** What can be done with one; null for those who may only read. */
export type EntryActions = { onEdit: () => void; onDelete: () => void } | null;

interface EntryRowProps {
  name: string;
  picture?: string | null | undefined;
  lines: readonly string[];
  /** States and limits in a word each. */
  chips: ReactNode;
  actions: EntryActions;
}

/** One of them. */
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
