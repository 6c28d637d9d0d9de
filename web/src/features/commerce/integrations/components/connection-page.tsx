import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { useControl } from "@/features/commerce/integrations/api/integrations";
import { Backfill } from "@/features/commerce/integrations/components/backfill";
import { ConnectionHistory } from "@/features/commerce/integrations/components/connection-history";
import { ConnectionOverview } from "@/features/commerce/integrations/components/connection-overview";
import { ConnectionSettings } from "@/features/commerce/integrations/components/connection-settings";
import { leaveTo } from "@/features/commerce/integrations/leave";
import { CURES } from "@/features/commerce/integrations/vendor-texts";
import { handleResult } from "@/shared/api/handle-result";
import { isUnreadable } from "@/shared/api/unreadable";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { PageHeader } from "@/shared/components/page-header";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { paths } from "@/shared/config/paths";
import { type Connection, integrationsQuery, type Vendor } from "@/shared/integrations/integrations";
import { reaches, useOrganizationData } from "@/shared/organization/organization";
import ExtensionOffIcon from "@mui/icons-material/ExtensionOff";
import { Link } from "react-router";

const VIEWS = [
  { view: "overview", label: msg`Overview` },
  { view: "settings", label: msg`Settings` },
  { view: "history", label: msg`History` },
  { view: "past", label: msg`Past orders` },
] as const;

/** One connection: its state, what it sends, and the result of each request. */
export function ConnectionPage({ connectionId }: { connectionId: string }) {
  const query = useQuery(integrationsQuery);
  const connection = query.data?.connections.find(({ connection_id }) => connection_id === connectionId);
  const vendor = query.data?.vendors.find((it) => it.vendor === connection?.vendor);
  if (query.isPending) {
    return <Skeleton variant="rounded" height={320} aria-label={t`Loading the integration`} />;
  }
  if (isUnreadable(query)) {
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (connection === undefined || vendor === undefined) {
    return (
      <>
        <PageHeader title={t`Integrations`} />
        <EmptyState
          icon={<ExtensionOffIcon />}
          title={t`Integration not found`}
          text={t`It may have been removed.`}
          action={
            <Button component={Link} to={paths.integrations} variant="contained">
              <Trans>All integrations</Trans>
            </Button>
          }
        />
      </>
    );
  }
  return <Loaded connection={connection} vendor={vendor} />;
}

function Loaded({ connection, vendor }: { connection: Connection; vendor: Vendor }) {
  const { data: organization } = useOrganizationData();
  const [search, setSearch] = useSearchParams();
  const asked = search.get("tab");
  const views = VIEWS.filter((it) => it.view !== "past" || vendor.has_orders);
  const view = views.find((it) => it.view === asked)?.view ?? "overview";
  if (organization === undefined) {
    return null;
  }
  const mayEdit = reaches(organization.role, "admin");
  return (
    <>
      <PageHeader
        title={connection.name}
        subtitle={connection.account || vendor.title}
        actions={mayEdit ? <Actions connection={connection} vendor={vendor} /> : null}
      />
      <Problem connection={connection} />
      <Tabs
        value={view}
        onChange={(_, chosen: string) => setSearch(chosen === "overview" ? {} : { tab: chosen }, { replace: true })}
        variant="scrollable"
        scrollButtons={false}
        aria-label={t`Parts of this integration`}
        sx={{ mb: 3 }}
      >
        {views.map((it) => (
          <Tab key={it.view} value={it.view} label={t(it.label)} />
        ))}
      </Tabs>
      {view === "overview" ? (
        <ConnectionOverview connection={connection} vendor={vendor} zone={organization.time_zone} mayEdit={mayEdit} />
      ) : null}
      {view === "settings" ? (
        <ConnectionSettings key={connection.version} connection={connection} vendor={vendor} mayEdit={mayEdit} />
      ) : null}
      {view === "past" ? <Backfill connection={connection} zone={organization.time_zone} mayEdit={mayEdit} /> : null}
      {view === "history" ? (
        <ConnectionHistory connection={connection} vendor={vendor} zone={organization.time_zone} mayEdit={mayEdit} />
      ) : null}
    </>
  );
}

function Problem({ connection: { health, last_error } }: { connection: Connection }) {
  if (last_error === null || health === "good" || health === "paused") {
    return null;
  }
  const words = CURES[last_error.code];
  return (
    <Alert severity={health === "broken" ? "error" : "warning"} sx={{ mb: 3, overflowWrap: "anywhere" }}>
      <AlertTitle>
        {words ? t(words.title) : last_error.code}
        {last_error.status === null ? "" : ` (${last_error.status})`}
      </AlertTitle>
      {words ? t(words.cure) : null} {last_error.answer}
    </Alert>
  );
}

function Actions({ connection, vendor }: { connection: Connection; vendor: Vendor }) {
  const { connection_id, status, name } = connection;
  const control = useControl();
  const toasts = useToasts();
  const navigate = useNavigate();
  const [isRemoving, setRemoving] = useState(false);
  const act = (action: "test" | "pause" | "resume", done: string) => {
    handleResult(control.mutateAsync({ action, connection_id }), {
      onSuccess: () => toasts.success(done),
      onError: toasts.error,
    });
  };
  const logIn = () => {
    handleResult(control.mutateAsync({ action: "connect", connection_id }), {
      onSuccess: ({ authorization_url }) => {
        if (authorization_url !== null) {
          leaveTo(authorization_url);
        }
      },
      onError: toasts.error,
    });
  };
  const remove = () => {
    handleResult(control.mutateAsync({ action: "disconnect", connection_id }), {
      onSuccess: () => {
        toasts.success(t`${name} was removed`);
        void navigate(paths.integrations);
      },
      onError: toasts.error,
    });
  };
  return (
    <>
      <Button variant="contained" disabled={control.isPending} onClick={() => act("test", t`It works`)}>
        <Trans>Test now</Trans>
      </Button>
      {status === "broken" && vendor.uses_oauth ? (
        <Button variant="outlined" disabled={control.isPending} onClick={logIn}>
          <Trans>Connect again</Trans>
        </Button>
      ) : status === "connected" ? (
        <Button variant="outlined" disabled={control.isPending} onClick={() => act("pause", t`${name} is paused`)}>
          <Trans>Pause</Trans>
        </Button>
      ) : (
        <Button variant="outlined" disabled={control.isPending} onClick={() => act("resume", t`${name} has resumed`)}>
          <Trans>Resume</Trans>
        </Button>
      )}
      <Button color="error" disabled={control.isPending} onClick={() => setRemoving(true)}>
        <Trans>Remove</Trans>
      </Button>
      <ConfirmDialog
        open={isRemoving}
        title={t`Remove ${name}?`}
        confirmLabel={t`Remove`}
        busy={control.isPending}
        onConfirm={remove}
        onCancel={() => setRemoving(false)}
      >
        <Trans>Nothing more is sent. Waiting events and the history are deleted.</Trans>
      </ConfirmDialog>
    </>
  );
}
