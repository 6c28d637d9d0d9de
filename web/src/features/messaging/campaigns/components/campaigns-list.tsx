import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import SendIcon from "@mui/icons-material/SendOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Link from "@mui/material/Link";
import { useTheme } from "@mui/material/styles";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useQuery } from "@tanstack/react-query";
import { Link as RouterLink, useNavigate } from "react-router";
import {
  type CampaignChannel,
  type CampaignNumbers,
  campaignsQuery,
  type CampaignSummary,
  numbersQuery,
  useCopyCampaign,
} from "@/features/messaging/campaigns/api/campaigns";
import { StateChip } from "@/features/messaging/campaigns/components/state-chip";
import { useAudienceNames } from "@/features/messaging/campaigns/components/use-audience-names";
import { CHANNELS } from "@/features/messaging/campaigns/words";
import { handleResult } from "@/shared/api/handle-result";
import { Sparkline } from "@/shared/components/charts/sparkline";
import { type TableColumn, WRAPS } from "@/shared/components/data-table";
import { ListScreen } from "@/shared/components/list-screen";
import { ListTable } from "@/shared/components/list-table";
import { useToasts } from "@/shared/components/toasts";
import { paths } from "@/shared/config/paths";
import { formatDateTime } from "@/shared/format/dates";
import { formatCount } from "@/shared/format/numbers";
import { reaches, useOrganizationData } from "@/shared/organization/organization";
import { useListView } from "@/shared/url/use-list-view";

const TABS = ["campaigns", "templates", "archive"] as const;

/** Campaigns of all channels, or of one, newest first. */
export function CampaignsList({ channel }: { channel: CampaignChannel | null }) {
  const view = useListView();
  const organization = useOrganizationData().data;
  const mayEdit = organization !== undefined && reaches(organization.role, "editor");
  const isPhone = useMediaQuery(useTheme().breakpoints.down("sm"));
  const audiences = useAudienceNames();
  const tab = TABS.find((one) => one === view.search.get("view")) ?? "campaigns";
  const list = useQuery(
    campaignsQuery({
      filter: view.filter,
      channel,
      isTemplate: tab === "templates",
      isArchived: tab === "archive",
      page: view.page,
      pageSize: view.pageSize,
    }),
  );
  const items = list.data?.items ?? [];
  const started = items.filter((one) => one.started_at !== null).map((one) => one.campaign_id);
  const numbers = useQuery(
    numbersQuery(
      started,
      items.some((one) => one.state === "running"),
    ),
  ).data;
  const create = (
    <Button variant="contained" component={RouterLink} to={paths.newCampaign(channel ?? undefined)}>
      <Trans>New campaign</Trans>
    </Button>
  );
  return (
    <ListScreen
      title={channel === "sms" ? t`Text campaigns` : t`Campaigns`}
      subtitle={t`Send one message to many people: once each, and only to those who agreed.`}
      actions={mayEdit ? create : null}
      above={
        <Tabs
          value={tab}
          onChange={(_, next: string) => view.narrow({ view: next === "campaigns" ? null : next })}
          aria-label={t`Campaigns shown`}
          sx={{ mb: 2 }}
        >
          <Tab value="campaigns" label={t`Campaigns`} />
          <Tab value="templates" label={t`Templates`} />
          <Tab value="archive" label={t`Archive`} />
        </Tabs>
      }
      list={list}
      view={view}
      search={{ placeholder: t`Name` }}
    >
      <ListTable
        label={t`Campaigns`}
        list={list}
        view={view}
        columns={columnsIn(organization?.time_zone, isPhone, audiences, numbers ?? {}, tab === "templates" && mayEdit)}
        rowId={(row) => row.campaign_id}
        empty={{
          icon: <SendIcon />,
          title: t`Nothing here yet`,
          text: t`Write to a segment, check who will get it, and follow every message.`,
          action: mayEdit && tab === "campaigns" ? create : undefined,
        }}
        nothingFound={{ title: t`No matching campaigns`, text: t`Try another name.` }}
      />
    </ListScreen>
  );
}

function columnsIn(
  zone: string | undefined,
  isPhone: boolean,
  audiences: (audience: CampaignSummary["audience"]) => string,
  numbers: Readonly<Record<string, CampaignNumbers>>,
  areTemplates: boolean,
): TableColumn<CampaignSummary>[] {
  const name: TableColumn<CampaignSummary> = {
    field: "name",
    headerName: t`Name`,
    flex: 1.5,
    minWidth: 140,
    sortable: false,
    renderCell: ({ row }) => (
      <Link
        component={RouterLink}
        to={paths.campaign(row.campaign_id)}
        underline="hover"
        color="textPrimary"
        sx={{ fontWeight: 500, overflow: "hidden", textOverflow: "ellipsis" }}
      >
        {row.name}
      </Link>
    ),
  };
  const last: TableColumn<CampaignSummary> = areTemplates
    ? {
        field: "use",
        headerName: t`Use`,
        width: 140,
        sortable: false,
        renderCell: ({ row }) => <UseTemplate campaignId={row.campaign_id} />,
      }
    : {
        field: "state",
        headerName: t`State`,
        width: isPhone ? 120 : 140,
        sortable: false,
        renderCell: ({ row }) =>
          row.needs_approval ? (
            <Chip size="small" variant="outlined" color="warning" label={t`Needs approval`} />
          ) : (
            <StateChip state={row.state} />
          ),
      };
  if (isPhone) {
    return [name, last];
  }
  return [
    name,
    {
      field: "channel",
      headerName: t`Channel`,
      flex: 1,
      minWidth: 120,
      cellClassName: WRAPS,
      sortable: false,
      valueGetter: (_, row) => t(CHANNELS[row.channel]),
    },
    {
      field: "audience",
      headerName: t`Audience`,
      flex: 1,
      minWidth: 110,
      cellClassName: WRAPS,
      sortable: false,
      valueGetter: (_, row) => audiences(row.audience),
    },
    {
      field: "when",
      headerName: t`When`,
      width: 130,
      cellClassName: WRAPS,
      sortable: false,
      valueGetter: (_, row) => formatDateTime(row.starts_at ?? row.updated_at, zone),
    },
    ...(areTemplates ? [] : numberColumns(numbers)),
    last,
  ];
}

/** Columns of messages that were sent, delivered and clicked, with the curve of the first day. */
function numberColumns(numbers: Readonly<Record<string, CampaignNumbers>>): TableColumn<CampaignSummary>[] {
  const count = (field: "sent" | "delivered" | "clicked", headerName: string): TableColumn<CampaignSummary> => ({
    field,
    headerName,
    width: field === "sent" ? 110 : 98,
    align: "right",
    headerAlign: "right",
    sortable: false,
    renderCell: ({ row }) => {
      const own = numbers[row.campaign_id];
      if (own === undefined) {
        return "–";
      }
      return (
        <Box sx={{ display: "flex", gap: 1, alignItems: "center", fontVariantNumeric: "tabular-nums" }}>
          {field === "sent" && own.by_hour.length > 1 ? <Sparkline values={own.by_hour} /> : null}
          {formatCount(own[field])}
        </Box>
      );
    },
  });
  return [count("sent", t`Sent`), count("delivered", t`Delivered`), count("clicked", t`Clicked`)];
}

function UseTemplate({ campaignId }: { campaignId: string }) {
  const copying = useCopyCampaign();
  const toasts = useToasts();
  const navigate = useNavigate();
  return (
    <Button
      size="small"
      disabled={copying.isPending}
      onClick={() =>
        handleResult(copying.mutateAsync({ campaignId, isTemplate: false }), {
          onSuccess: (made) => void navigate(paths.campaign(made.campaign_id)),
          onError: toasts.error,
        })
      }
    >
      <Trans>New campaign</Trans>
    </Button>
  );
}
