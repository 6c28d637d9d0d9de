import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import ReceiptIcon from "@mui/icons-material/ReceiptLongOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Link from "@mui/material/Link";
import MenuItem from "@mui/material/MenuItem";
import { useTheme } from "@mui/material/styles";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Link as RouterLink } from "react-router";
import { type Order, ordersQuery, type OrderStatus } from "@/features/promotions/rewards/api/orders";
import { OrderForm } from "@/features/promotions/rewards/components/order-form";
import { RefundDialog } from "@/features/promotions/rewards/components/refund-dialog";
import {
  earnedText,
  leftOf,
  moneyText,
  shortText,
  STATUSES,
  statusOf,
} from "@/features/promotions/rewards/order-texts";
import { type TableColumn, WRAPS } from "@/shared/components/data-table";
import { ListScreen } from "@/shared/components/list-screen";
import { ListTable } from "@/shared/components/list-table";
import { useToasts } from "@/shared/components/toasts";
import { paths } from "@/shared/config/paths";
import { formatDateTime } from "@/shared/format/dates";
import { reaches, useOrganizationData } from "@/shared/organization/organization";
import { useListView } from "@/shared/url/use-list-view";

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function dayIn(search: URLSearchParams, name: string): string | null {
  const day = search.get(name);
  return day !== null && DAY.test(day) ? day : null;
}

function isStatus(text: string | null): text is OrderStatus {
  return text !== null && text in STATUSES;
}

/** Orders that shops, tills and members recorded: search, filter, refund. */
export function OrdersList({ role }: { role: string }) {
  const mayEdit = reaches(role, "editor");
  const view = useListView({ filters: ["status", "from", "to"] });
  const toasts = useToasts();
  const zone = useOrganizationData().data?.time_zone;
  const [isRecording, setRecording] = useState(false);
  const [refunded, setRefunded] = useState<Order | null>(null);
  const wanted = view.search.get("status");
  const status = isStatus(wanted) ? wanted : null;
  const from = dayIn(view.search, "from");
  const to = dayIn(view.search, "to");
  const { filter, page, pageSize } = view;
  const list = useQuery(ordersQuery({ filter, status, from, to, page, pageSize }));
  const isPhone = useMediaQuery(useTheme().breakpoints.down("sm"));
  const columns = useMemo(() => columnsIn(zone, isPhone, mayEdit ? setRefunded : null), [zone, isPhone, mayEdit]);
  const add = mayEdit ? (
    <Button variant="contained" onClick={() => setRecording(true)}>
      <Trans>Record an order</Trans>
    </Button>
  ) : null;
  return (
    <>
      <ListScreen
        title={t`Orders`}
        subtitle={t`What customers paid, what that gave them, and refunds.`}
        actions={add}
        list={list}
        view={view}
        search={{ placeholder: t`Number` }}
        filters={
          <>
            <TextField
              select
              size="small"
              label={t`State`}
              value={status ?? ""}
              onChange={({ target }) => view.narrow({ status: target.value || null })}
              sx={{ width: { sm: 180 }, flexShrink: 0 }}
            >
              <MenuItem value="">
                <Trans>Any</Trans>
              </MenuItem>
              {Object.entries(STATUSES).map(([value, label]) => (
                <MenuItem key={value} value={value}>
                  {t(label)}
                </MenuItem>
              ))}
            </TextField>
            {(["from", "to"] as const).map((name) => (
              <TextField
                key={name}
                type="date"
                size="small"
                label={name === "from" ? t`From` : t`To`}
                value={(name === "from" ? from : to) ?? ""}
                onChange={({ target }) => view.narrow({ [name]: target.value || null })}
                slotProps={{ inputLabel: { shrink: true } }}
                sx={{ width: { sm: 160 }, flexShrink: 0 }}
              />
            ))}
          </>
        }
      >
        <ListTable
          label={t`Orders`}
          list={list}
          view={view}
          columns={columns}
          rowId={(row) => row.order_id}
          empty={{
            icon: <ReceiptIcon />,
            title: t`No orders yet`,
            text: t`Shops and tills report orders through the API; members record them here.`,
            action: add,
          }}
          nothingFound={{ title: t`No matching orders`, text: t`Try another number, state or other days.` }}
        />
      </ListScreen>
      {isRecording ? (
        <OrderForm
          currency={list.data?.items[0]?.currency ?? "USD"}
          onDone={(order) => {
            setRecording(false);
            if (order !== null) {
              const gave = earnedText(order);
              toasts.success(gave === "" ? t`Order recorded.` : t`Order recorded: ${gave}.`);
            }
          }}
        />
      ) : null}
      {refunded === null ? null : <RefundDialog order={refunded} onDone={() => setRefunded(null)} />}
    </>
  );
}

type Refund = ((order: Order) => void) | null;

function columnsIn(zone: string | undefined, isPhone: boolean, onRefund: Refund): TableColumn<Order>[] {
  const order: TableColumn<Order> = {
    field: "order_number",
    headerName: t`Order`,
    flex: 1,
    minWidth: 110,
    sortable: false,
    renderCell: ({ row }) => (
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="body2" noWrap>
          {row.order_number}
        </Typography>
        <Typography variant="caption" color="textSecondary" component="div" noWrap>
          {isPhone ? [customerText(row), moneyText(row)].join(" · ") : row.source}
        </Typography>
      </Box>
    ),
  };
  const refund: TableColumn<Order> = {
    field: "refund",
    headerName: t`Refund`,
    width: 100,
    sortable: false,
    renderCell: ({ row }) =>
      leftOf(row) > 0 ? (
        <Button size="small" onClick={() => onRefund?.(row)} aria-label={t`Refund order ${row.order_number}`}>
          <Trans>Refund</Trans>
        </Button>
      ) : null,
  };
  const last = onRefund === null ? [] : [refund];
  if (isPhone) {
    return [order, ...last];
  }
  return [
    order,
    {
      field: "customer",
      headerName: t`Customer`,
      flex: 1,
      minWidth: 130,
      sortable: false,
      renderCell: ({ row }) => (
        <Link component={RouterLink} to={paths.customer(row.customer_id)} color="textPrimary" underline="hover">
          {customerText(row)}
        </Link>
      ),
    },
    {
      field: "ordered_at",
      headerName: t`When`,
      width: 130,
      cellClassName: WRAPS,
      sortable: false,
      valueGetter: (_, row) => formatDateTime(row.ordered_at, zone),
    },
    {
      field: "amount_cents",
      headerName: t`Amount`,
      flex: 1,
      minWidth: 120,
      sortable: false,
      renderCell: ({ row }) => <Lines text={moneyText(row)} />,
    },
    {
      field: "earned",
      headerName: t`Earned`,
      flex: 1.2,
      minWidth: 140,
      sortable: false,
      renderCell: ({ row }) => <Lines text={[earnedText(row), shortText(row)].filter(Boolean).join(" · ")} />,
    },
    {
      field: "status",
      headerName: t`State`,
      width: 140,
      sortable: false,
      renderCell: ({ row }) => <Chip size="small" label={t(STATUSES[statusOf(row)])} />,
    },
    ...last,
  ];
}

/** A text of at most three lines, the height of a row. */
function Lines({ text }: { text: string }) {
  return (
    <Typography
      variant="body2"
      title={text}
      sx={{
        display: "-webkit-box",
        WebkitBoxOrient: "vertical",
        WebkitLineClamp: 3,
        overflow: "hidden",
        whiteSpace: "normal",
        lineHeight: 1.3,
      }}
    >
      {text}
    </Typography>
  );
}

function customerText(order: Order): string {
  return order.customer_name ?? t`A customer without a name`;
}
