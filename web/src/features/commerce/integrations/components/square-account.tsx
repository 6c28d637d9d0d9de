import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Grid from "@mui/material/Grid";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemText from "@mui/material/ListItemText";
import Skeleton from "@mui/material/Skeleton";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import Typography from "@mui/material/Typography";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { type SquareAnswer, type SquareList, squareQuery } from "@/features/commerce/integrations/api/integrations";
import { SquareLoyalty } from "@/features/commerce/integrations/components/square-loyalty";
import { ErrorState } from "@/shared/components/state-views";
import { formatDateTime } from "@/shared/format/dates";
import { formatCents } from "@/shared/format/numbers";

type View = "loyalty" | SquareList;

const VIEWS = [
  { view: "loyalty", label: msg`Loyalty` },
  { view: "customers", label: msg`Customers` },
  { view: "orders", label: msg`Orders` },
  { view: "catalog", label: msg`Products` },
] as const;

/** The data of the connected Square account: loyalty, customers, orders and products. */
export function SquareAccount({ mayEdit, zone }: { mayEdit: boolean; zone: string }) {
  const [view, setView] = useState<View>("loyalty");
  const panel = useId();
  return (
    <Grid size={12}>
      <Card sx={{ p: { xs: 2, sm: 3 } }}>
        <Typography component="h2" variant="h5" sx={{ mb: 1 }}>
          <Trans>At Square</Trans>
        </Typography>
        <Tabs
          value={view}
          onChange={(_, chosen: View) => setView(chosen)}
          variant="scrollable"
          allowScrollButtonsMobile
          aria-label={t`Parts of the Square account`}
          sx={{ mb: 2 }}
        >
          {VIEWS.map((it) => (
            <Tab key={it.view} value={it.view} label={t(it.label)} id={`${panel}-${it.view}`} aria-controls={panel} />
          ))}
        </Tabs>
        <div role="tabpanel" id={panel} aria-labelledby={`${panel}-${view}`}>
          {view === "loyalty" ? <SquareLoyalty mayEdit={mayEdit} /> : <Rows key={view} operation={view} zone={zone} />}
        </div>
      </Card>
    </Grid>
  );
}

function Rows({ operation, zone }: { operation: SquareList; zone: string }) {
  const query = useInfiniteQuery(squareQuery(operation));
  if (query.isPending) {
    return <Skeleton variant="rounded" height={168} aria-label={t`Loading from Square`} />;
  }
  if (query.isError) {
    return <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />;
  }
  const rows = query.data.pages.flatMap((page) => rowsOf(page, zone));
  if (rows.length === 0) {
    return (
      <Typography color="textSecondary">
        <Trans>There is nothing there yet.</Trans>
      </Typography>
    );
  }
  return (
    <>
      <List disablePadding>
        {rows.map(({ id, primary, secondary }) => (
          <ListItem key={id} divider disableGutters>
            <ListItemText primary={primary} secondary={secondary} sx={{ overflowWrap: "anywhere" }} />
          </ListItem>
        ))}
      </List>
      {query.hasNextPage ? (
        <Button sx={{ mt: 1 }} disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      ) : null}
    </>
  );
}

interface Row {
  id: string;
  primary: string;
  secondary: string;
}

function rowsOf({ customers, orders, products }: SquareAnswer, zone: string): Row[] {
  return [
    ...customers.map(({ id, name, email, phone }) => ({
      id,
      primary: name || t`Unnamed`,
      secondary: [email, phone].filter(Boolean).join(" · "),
    })),
    ...orders.map(({ id, state, amount_cents, currency, created_at }) => ({
      id,
      primary: formatCents(amount_cents, currency),
      secondary: `${formatDateTime(created_at, zone)} · ${state}`,
    })),
    ...products.map(({ id, name, amount_cents, currency }) => ({
      id,
      primary: name,
      secondary: amount_cents === null || currency === null ? t`No fixed price` : formatCents(amount_cents, currency),
    })),
  ];
}
