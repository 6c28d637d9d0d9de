import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Order, ordersOfQuery } from "@/features/promotions/rewards/api/orders";
import { OrderForm } from "@/features/promotions/rewards/components/order-form";
import { RefundDialog } from "@/features/promotions/rewards/components/refund-dialog";
import { earnedText, leftOf, moneyText, shortText } from "@/features/promotions/rewards/order-texts";
import { ErrorState } from "@/shared/components/state-views";
import { formatDateTime } from "@/shared/format/dates";
import { useOrganizationData } from "@/shared/organization/organization";

/** A customer's orders: their amounts, what they earned, and refunds. */
export function CustomerOrders({ customerId, mayEdit }: { customerId: string; mayEdit: boolean }) {
  const zone = useOrganizationData().data?.time_zone;
  const [page, setPage] = useState(1);
  const [isRecording, setRecording] = useState(false);
  const [refunded, setRefunded] = useState<Order | null>(null);
  const list = useQuery(ordersOfQuery(customerId, page));
  if (list.isPending) {
    return <Skeleton variant="rounded" height={80} />;
  }
  if (list.isError) {
    return <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />;
  }
  const { items, total, pageSize } = list.data;
  return (
    <Stack spacing={2}>
      {items.length === 0 ? (
        <Typography color="textSecondary">
          <Trans>No orders yet.</Trans>
        </Typography>
      ) : (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: "none" }}>
          {items.map((order) => (
            <OrderRow
              key={order.order_id}
              order={order}
              zone={zone}
              onRefund={mayEdit && leftOf(order) > 0 ? () => setRefunded(order) : null}
            />
          ))}
        </Box>
      )}
      <Stack direction="row" spacing={1} sx={{ alignItems: "center" }}>
        {mayEdit ? (
          <Button variant="outlined" onClick={() => setRecording(true)}>
            <Trans>Record an order</Trans>
          </Button>
        ) : null}
        {total > pageSize ? (
          <>
            <Button size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
              <Trans>Newer</Trans>
            </Button>
            <Button size="small" disabled={page * pageSize >= total} onClick={() => setPage(page + 1)}>
              <Trans>Older</Trans>
            </Button>
          </>
        ) : null}
      </Stack>
      {isRecording ? (
        <OrderForm customerId={customerId} currency={items[0]?.currency ?? "USD"} onDone={() => setRecording(false)} />
      ) : null}
      {refunded === null ? null : <RefundDialog order={refunded} onDone={() => setRefunded(null)} />}
    </Stack>
  );
}

interface OrderRowProps {
  order: Order;
  zone: string | undefined;
  onRefund: (() => void) | null;
}

function OrderRow({ order, zone, onRefund }: OrderRowProps) {
  const remarks = [formatDateTime(order.ordered_at, zone), order.source, earnedText(order), shortText(order)];
  return (
    <Stack
      component="li"
      direction="row"
      spacing={2}
      sx={{ py: 1, borderTop: 1, borderColor: "divider", alignItems: "center" }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
          {order.order_number}
        </Typography>
        <Typography variant="caption" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
          {remarks.filter(Boolean).join(" · ")}
        </Typography>
      </Box>
      <Typography variant="body2">{moneyText(order)}</Typography>
      {onRefund === null ? null : (
        <Button size="small" onClick={onRefund} aria-label={t`Refund order ${order.order_number}`}>
          <Trans>Refund</Trans>
        </Button>
      )}
    </Stack>
  );
}
