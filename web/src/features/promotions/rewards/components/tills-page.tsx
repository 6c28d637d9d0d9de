import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import CardContent from "@mui/material/CardContent";
import Link from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, type SyntheticEvent, useState } from "react";
import { Link as RouterLink, useNavigate } from "react-router";
import {
  actionsQuery,
  LOG_SIZE,
  staffQuery,
  type TillAction,
  type TillDevice,
  tillsQuery,
  type TillStaff,
  useDeleteStaff,
  useEnrolTill,
  useRevokeTill,
} from "@/features/promotions/rewards/api/tills";
import { StaffForm } from "@/features/promotions/rewards/components/staff-form";
import { handleResult } from "@/shared/api/handle-result";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { ListPages } from "@/shared/components/list-pages";
import { PageHeader } from "@/shared/components/page-header";
import { ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { paths } from "@/shared/config/paths";
import { formatDate, formatDateTime } from "@/shared/format/dates";
import { useOrganizationData } from "@/shared/organization/organization";

const KINDS: Record<TillAction["kind"], MessageDescriptor> = {
  card: msg`Card created`,
  points: msg`Points given`,
  stamps: msg`Stamps given`,
  undo: msg`Undone`,
  redeem: msg`Redeemed`,
  undo_redeem: msg`Redemption undone`,
  pass: msg`Pass given`,
};

/** Devices on which staff work with a PIN, the staff members, and their actions. */
export function TillsPage() {
  const devices = useQuery(tillsQuery);
  const staff = useQuery(staffQuery);
  const [page, setPage] = useState(1);
  const log = useQuery(actionsQuery(page));
  const [edited, setEdited] = useState<TillStaff | "new" | null>(null);
  const [lost, setLost] = useState<TillDevice | null>(null);
  const [leaving, setLeaving] = useState<TillStaff | null>(null);
  const revoking = useRevokeTill();
  const deleting = useDeleteStaff();
  const toasts = useToasts();
  const zone = useOrganizationData().data?.time_zone;
  return (
    <>
      <PageHeader
        title={t`Tills and staff`}
        subtitle={t`Staff work at an enrolled device with a PIN, without a login.`}
      />
      <Stack spacing={2} sx={{ maxWidth: 760 }}>
        <Section title={t`This device`}>
          <EnrolForm />
        </Section>
        <Section title={t`Enrolled devices`}>
          <List query={devices} none={t`No device is enrolled.`}>
            {(till) => (
              <Line key={till.till_id} name={till.name} remark={t`Enrolled ${formatDate(till.enrolled_at, zone)}`}>
                <Button color="error" size="small" onClick={() => setLost(till)} aria-label={t`Revoke ${till.name}`}>
                  <Trans>Revoke</Trans>
                </Button>
              </Line>
            )}
          </List>
        </Section>
        <Section
          title={t`Staff`}
          action={
            <Button variant="outlined" onClick={() => setEdited("new")}>
              <Trans>Add staff member</Trans>
            </Button>
          }
        >
          <List query={staff} none={t`No staff yet.`}>
            {(person) => (
              <Line key={person.staff_id} name={person.name} remark={limitsOf(person)}>
                <Stack direction="row" spacing={1}>
                  <Button size="small" onClick={() => setEdited(person)} aria-label={t`Edit ${person.name}`}>
                    <Trans>Edit</Trans>
                  </Button>
                  <Button
                    color="error"
                    size="small"
                    onClick={() => setLeaving(person)}
                    aria-label={t`Remove ${person.name}`}
                  >
                    <Trans>Remove</Trans>
                  </Button>
                </Stack>
              </Line>
            )}
          </List>
        </Section>
        <Section title={t`Log`}>
          <List query={log} none={t`No activity yet.`}>
            {(action) => (
              <Line
                key={action.action_id}
                name={
                  action.amount === 0 ? t(KINDS[action.kind]) : `${t(KINDS[action.kind])}: ${String(action.amount)}`
                }
                remark={[action.staff, action.till, formatDateTime(action.done_at, zone)].join(" · ")}
              >
                {/* A pass may be nobody's in particular. */}
                {action.customer_id === "" ? null : (
                  <Link component={RouterLink} to={paths.customer(action.customer_id)} variant="body2">
                    <Trans>Customer</Trans>
                  </Link>
                )}
              </Line>
            )}
          </List>
          <ListPages total={log.data?.total} pageSize={LOG_SIZE} page={page} onPage={setPage} />
        </Section>
      </Stack>
      {edited === null ? null : <StaffForm person={edited === "new" ? null : edited} onDone={() => setEdited(null)} />}
      <ConfirmDialog
        open={lost !== null}
        title={t`Revoke ${lost?.name ?? ""}?`}
        confirmLabel={t`Revoke`}
        onConfirm={() => {
          if (lost !== null) {
            handleResult(revoking.mutateAsync(lost.till_id), { onSuccess: () => setLost(null), onError: toasts.error });
          }
        }}
        onCancel={() => setLost(null)}
      >
        <Trans>Staff can no longer work at this device. It can be enrolled again.</Trans>
      </ConfirmDialog>
      <ConfirmDialog
        open={leaving !== null}
        title={t`Remove ${leaving?.name ?? ""}?`}
        confirmLabel={t`Remove`}
        onConfirm={() => {
          if (leaving !== null) {
            handleResult(deleting.mutateAsync(leaving.staff_id), {
              onSuccess: () => setLeaving(null),
              onError: toasts.error,
            });
          }
        }}
        onCancel={() => setLeaving(null)}
      >
        <Trans>Their PIN stops working immediately. What they did stays in the log.</Trans>
      </ConfirmDialog>
    </>
  );
}

/** Enrols the manager's current device as a till. */
function EnrolForm() {
  const navigate = useNavigate();
  const enrolling = useEnrolTill();
  const toasts = useToasts();
  const [name, setName] = useState("");
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (name.trim() !== "" && !enrolling.isPending) {
      handleResult(enrolling.mutateAsync(name.trim(), { onSuccess: () => void navigate(paths.deviceTill) }), {
        onError: toasts.error,
      });
    }
  };
  return (
    <Stack component="form" onSubmit={submit} spacing={1.5} noValidate>
      <Typography color="textSecondary">
        <Trans>Enrol this browser as a till. Log out afterwards if staff should only see the till.</Trans>
      </Typography>
      <Stack direction={{ xs: "column", sm: "row" }} spacing={1}>
        <TextField
          fullWidth
          label={t`Name of the till`}
          value={name}
          onChange={({ target }) => setName(target.value)}
          slotProps={{ htmlInput: { maxLength: 80 } }}
        />
        <Button type="submit" variant="contained" disabled={name.trim() === "" || enrolling.isPending}>
          <Trans>Enrol</Trans>
        </Button>
      </Stack>
    </Stack>
  );
}

function limitsOf({ daily_stamps, daily_points, daily_redemptions, locked_until }: TillStaff): string {
  const parts = [
    daily_stamps === null ? null : t`Stamps per day: ${daily_stamps}`,
    daily_points === null ? null : t`Points per day: ${daily_points}`,
    daily_redemptions === null ? null : t`Redemptions per day: ${daily_redemptions}`,
    locked_until === null || new Date(locked_until) < new Date() ? null : t`Locked after wrong PINs`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? t`No limits` : parts.join(" · ");
}

function Section({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <Card component="section">
      <CardContent>
        <Stack spacing={1.5}>
          <Stack direction="row" sx={{ justifyContent: "space-between", alignItems: "center" }}>
            <Typography variant="h6" component="h2">
              {title}
            </Typography>
            {action}
          </Stack>
          {children}
        </Stack>
      </CardContent>
    </Card>
  );
}

interface ListProps<Item> {
  query: UseQueryResult<{ items: Item[] }>;
  none: string;
  children: (item: Item) => ReactNode;
}

function List<Item>({ query, none, children }: ListProps<Item>) {
  if (query.isPending) {
    return <Skeleton variant="rounded" height={48} aria-busy="true" />;
  }
  if (query.isError) {
    return <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />;
  }
  return query.data.items.length === 0 ? (
    <Typography color="textSecondary">{none}</Typography>
  ) : (
    <Stack component="ul" spacing={1} sx={{ m: 0, p: 0, listStyle: "none" }}>
      {query.data.items.map(children)}
    </Stack>
  );
}

function Line({ name, remark, children }: { name: string; remark: string; children?: ReactNode }) {
  return (
    <Stack component="li" direction="row" spacing={2} sx={{ alignItems: "center", justifyContent: "space-between" }}>
      <div>
        <Typography sx={{ overflowWrap: "anywhere" }}>{name}</Typography>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
          {remark}
        </Typography>
      </div>
      {children}
    </Stack>
  );
}
