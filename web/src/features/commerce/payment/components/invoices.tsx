import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import CardContent from "@mui/material/CardContent";
import Link from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type Invoice, invoicesQuery } from "@/features/commerce/payment/api/payment";
import { invoiceState } from "@/features/commerce/payment/texts";
import { ErrorState } from "@/shared/components/state-views";
import { formatDate } from "@/shared/format/dates";
import { formatCents } from "@/shared/format/numbers";
import { useOrganizationData } from "@/shared/organization/organization";

/** The newest invoices, each with a link to its page at Stripe. */
export function Invoices() {
  const invoices = useQuery(invoicesQuery);
  return (
    <Card>
      <CardContent>
        <Typography variant="h5" component="h2" sx={{ mb: 1 }}>
          <Trans>Invoices</Trans>
        </Typography>
        {invoices.isPending ? <Skeleton variant="rounded" height={120} aria-label={t`Loading invoices`} /> : null}
        {invoices.isError ? (
          <ErrorState compact error={invoices.error} onRetry={() => void invoices.refetch()} />
        ) : null}
        {invoices.data?.total === 0 ? (
          <Typography color="textSecondary">
            <Trans>There are no invoices yet.</Trans>
          </Typography>
        ) : null}
        {invoices.data && invoices.data.total > 0 ? <InvoiceTable items={invoices.data.items} /> : null}
      </CardContent>
    </Card>
  );
}

function InvoiceTable({ items }: { items: readonly Invoice[] }) {
  const zone = useOrganizationData().data?.time_zone;
  return (
    <Box
      tabIndex={0}
      role="region"
      aria-label={t`Invoices`}
      sx={{ overflowX: "auto", "& td, & th": { whiteSpace: "nowrap", px: 1 } }}
    >
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>
              <Trans>Date</Trans>
            </TableCell>
            <TableCell>
              <Trans>Number</Trans>
            </TableCell>
            <TableCell align="right">
              <Trans>Amount</Trans>
            </TableCell>
            <TableCell align="right">
              <Trans>Tax</Trans>
            </TableCell>
            <TableCell>
              <Trans>State</Trans>
            </TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {items.map((it) => (
            <TableRow key={it.invoice_id}>
              <TableCell>{formatDate(it.created_at, zone)}</TableCell>
              <TableCell>
                {it.page_url ? (
                  <Link href={it.page_url} target="_blank" rel="noreferrer">
                    {it.number || t`Invoice`}
                  </Link>
                ) : (
                  it.number
                )}
              </TableCell>
              <TableCell align="right">{formatCents(it.total, it.currency.toUpperCase())}</TableCell>
              <TableCell align="right">{formatCents(it.tax, it.currency.toUpperCase())}</TableCell>
              <TableCell>{invoiceState(it.status)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}
