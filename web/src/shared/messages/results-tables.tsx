import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { formatDateTime } from "@/shared/format/dates";
import { formatCents, formatCount, formatMicros } from "@/shared/format/numbers";
import { channelName } from "@/shared/messages/words";

interface Counts {
  channel: string;
  sent: number;
  delivered: number;
  clicked: number;
  replied: number;
  stopped: number;
  visited: number;
  submitted: number;
  redeemed: number;
  ordered: number;
  cost_micros: number;
}

interface Hour {
  hour: string;
  sent: number;
  clicked: number;
  visits: number;
  orders: number;
}

interface TablesProps {
  /** The heading of the first column, and the name of each row. */
  head: string;
  rows: readonly (readonly [name: string, counts: Counts])[];
  revenue: readonly (readonly [name: string, takings: { channel: string; currency: string; revenue_cents: number }])[];
  hours: readonly Hour[];
  windowHours: number;
  zone: string;
  /** The currency of the costs. */
  currency: string | null;
}

/** Shows what people did after messages: by part and channel, by hour, and what they spent. */
export function ResultsTables({ head, rows, revenue, hours, windowHours, zone, currency }: TablesProps) {
  return (
    <Stack spacing={2}>
      <Typography variant="body2" color="textSecondary">
        {t`What people did within ${windowHours} hours after a click counts.`}
      </Typography>
      <Scrolled label={head}>
        <TableHead>
          <TableRow>
            <TableCell>{head}</TableCell>
            {[
              t`Sent`,
              t`Delivered`,
              t`Clicked`,
              t`Replied`,
              t`Unsubscribed`,
              t`Visits`,
              t`Forms`,
              t`Redeemed`,
              t`Orders`,
              t`Cost`,
            ].map((column) => (
              <TableCell key={column} align="right">
                {column}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(([name, one]) => (
            <TableRow key={`${name} ${one.channel}`}>
              <TableCell component="th" scope="row" sx={{ whiteSpace: "nowrap" }}>
                {`${name} · ${channelName(one.channel)}`}
              </TableCell>
              {[
                one.sent,
                one.delivered,
                one.clicked,
                one.replied,
                one.stopped,
                one.visited,
                one.submitted,
                one.redeemed,
                one.ordered,
              ].map((count, at) => (
                <TableCell key={at} align="right">
                  {formatCount(count)}
                </TableCell>
              ))}
              <TableCell align="right">
                {one.cost_micros === 0 || currency === null ? "–" : formatMicros(one.cost_micros, currency)}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Scrolled>
      <Box>
        <Typography variant="subtitle2" component="h3">
          <Trans>Revenue</Trans>
        </Typography>
        <Typography variant="body2">
          {revenue.length === 0
            ? t`No orders after a click yet.`
            : revenue
                .map(
                  ([name, one]) =>
                    `${name} · ${channelName(one.channel)}: ${formatCents(one.revenue_cents, one.currency)}`,
                )
                .join("; ")}
        </Typography>
      </Box>
      {hours.length === 0 ? null : (
        <Scrolled label={t`By hour`}>
          <TableHead>
            <TableRow>
              <TableCell>{t`Hour`}</TableCell>
              {[t`Sent`, t`Clicked`, t`Visits`, t`Orders`].map((column) => (
                <TableCell key={column} align="right">
                  {column}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {hours.map((one) => (
              <TableRow key={one.hour}>
                <TableCell component="th" scope="row" sx={{ whiteSpace: "nowrap" }}>
                  {formatDateTime(one.hour, zone)}
                </TableCell>
                {[one.sent, one.clicked, one.visits, one.orders].map((count, at) => (
                  <TableCell key={at} align="right">
                    {formatCount(count)}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Scrolled>
      )}
    </Stack>
  );
}

function Scrolled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box tabIndex={0} role="region" aria-label={label} sx={{ overflow: "auto", maxHeight: 320 }}>
      <Table size="small" aria-label={label} sx={{ fontVariantNumeric: "tabular-nums" }}>
        {children}
      </Table>
    </Box>
  );
}
