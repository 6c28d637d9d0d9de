import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import CardContent from "@mui/material/CardContent";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { type CustomerDetail, customerFieldsQuery, useEraseCustomer } from "@/features/people/customers/api/customers";
import { CustomerForm } from "@/features/people/customers/components/customer-form";
import { CustomerNotes } from "@/features/people/customers/components/customer-notes";
import { CustomerTotals } from "@/features/people/customers/components/customer-totals";
import { MergeHistory } from "@/features/people/customers/components/merge-history";
import { Timeline } from "@/features/people/customers/components/timeline";
import { birthdayText, nameOf } from "@/features/people/customers/customer-texts";
import { handleResult } from "@/shared/api/handle-result";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { PageHeader } from "@/shared/components/page-header";
import { useToasts } from "@/shared/components/toasts";
import { paths } from "@/shared/config/paths";
import { formatDate } from "@/shared/format/dates";
import { reaches, useOrganizationData } from "@/shared/organization/organization";

/** How a customer became one, after the day. */
const ADDED: Readonly<Record<CustomerDetail["source"], string>> = {
  form: "",
  member: ", added by a member",
  import: ", imported from a file",
};

interface CustomerProfileProps {
  customer: CustomerDetail;
  role: string;
  /** What they agreed to. */
  consents: ReactNode;
  /** Their points and stamps. */
  loyalty: ReactNode;
  /** Their referral link. */
  referral: ReactNode;
}

/** One customer: who they are, what they did, what members wrote about them. */
export function CustomerProfile({ customer, role, consents, loyalty, referral }: CustomerProfileProps) {
  const mayEdit = reaches(role, "editor");
  const zone = useOrganizationData().data?.time_zone;
  const navigate = useNavigate();
  const toasts = useToasts();
  const erase = useEraseCustomer();
  const [open, setOpen] = useState<"edit" | "erase" | null>(null);
  const name = nameOf(customer);
  return (
    <>
      <PageHeader
        title={name}
        subtitle={`Customer since ${formatDate(customer.created_at, zone)}${ADDED[customer.source]}`}
        actions={
          <>
            {reaches(role, "admin") ? (
              <Button variant="outlined" color="error" onClick={() => setOpen("erase")}>
                Erase…
              </Button>
            ) : null}
            {mayEdit ? (
              <Button variant="contained" onClick={() => setOpen("edit")}>
                Edit
              </Button>
            ) : null}
          </>
        }
      />
      <Box
        sx={{
          display: "grid",
          gap: 2,
          gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 2fr) minmax(0, 1fr)" },
        }}
      >
        <Stack spacing={2} sx={{ minWidth: 0 }}>
          <Part title="Totals">
            <CustomerTotals customerId={customer.customer_id} />
          </Part>
          <Part title="Points and stamps">{loyalty}</Part>
          <Part title="Referrals">{referral}</Part>
          <Part title="Timeline">
            <Timeline customerId={customer.customer_id} />
          </Part>
        </Stack>
        <Stack spacing={2} sx={{ minWidth: 0, order: { xs: -1, md: 0 } }}>
          <Part title="Details">
            <Details customer={customer} />
          </Part>
          <Part title="Consents">{consents}</Part>
          <Part title="Notes">
            <CustomerNotes customer={customer} zone={zone} mayEdit={mayEdit} />
          </Part>
          {customer.merges.length > 0 ? (
            <Part title="Merged profiles">
              <MergeHistory customer={customer} zone={zone} mayEdit={mayEdit} />
            </Part>
          ) : null}
        </Stack>
      </Box>
      {open === "edit" ? <CustomerForm customer={customer} onDone={() => setOpen(null)} /> : null}
      <ConfirmDialog
        open={open === "erase"}
        title={`Erase ${name}?`}
        confirmLabel="Erase"
        onConfirm={() =>
          handleResult(erase.mutateAsync(customer.customer_id), {
            onSuccess: () => {
              toasts.success("Erasure started. Its receipt appears under Settings, Privacy.");
              void navigate(paths.customers);
            },
            onError: toasts.error,
          })
        }
        onCancel={() => setOpen(null)}
      >
        Everything that names this person is deleted: profile, notes, answers and events. Totals stay. This can’t be
        undone.
      </ConfirmDialog>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card component="section">
      <CardContent>
        <Typography variant="h6" component="h2" sx={{ mb: 1.5 }}>
          {title}
        </Typography>
        {children}
      </CardContent>
    </Card>
  );
}

/** What forms ask for by a fixed name. */
const OF_FORMS: Record<string, string> = {
  address1: "Address",
  address2: "Address, second line",
  zip: "Postal code",
  city: "City",
  province: "Province",
  country: "Country",
  company: "Company",
  gender: "Gender",
};

function Details({ customer }: { customer: CustomerDetail }) {
  const fields = useQuery(customerFieldsQuery).data?.items ?? [];
  const labels = { ...OF_FORMS, ...Object.fromEntries(fields.map((field) => [field.name, field.label])) };
  const own = Object.entries(customer.attributes)
    .filter(([name]) => name in labels)
    .map(([name, value]) => [labels[name] ?? name, textOf(value)] as const);
  const facts = [
    ["Number", customer.number],
    ["Email", [customer.email, ...customer.other_emails].filter(Boolean).join(", ")],
    ["Phone", [customer.phone, ...customer.other_phones].filter(Boolean).join(", ")],
    ["Birthday", customer.birthday === null ? null : birthdayText(customer.birthday)],
    ["Language", customer.language],
    ["Time zone", customer.time_zone],
    ["Owner", customer.owner],
    ...own,
  ] as const;
  return (
    <Box component="dl" sx={{ m: 0, display: "grid", gap: 1.25 }}>
      {facts.map(([label, value]) =>
        value ? (
          <div key={label}>
            <Typography component="dt" variant="caption" color="textSecondary">
              {label}
            </Typography>
            <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: "anywhere" }}>
              {value}
            </Typography>
          </div>
        ) : null,
      )}
      <div>
        <Typography component="dt" variant="caption" color="textSecondary">
          Tags
        </Typography>
        <Stack component="dd" direction="row" sx={{ m: 0, mt: 0.5, flexWrap: "wrap", gap: 0.5 }}>
          {customer.tags.length === 0 ? <Typography variant="body2">None</Typography> : null}
          {customer.tags.map((tag) => (
            <Chip key={tag} size="small" label={tag} />
          ))}
        </Stack>
      </div>
    </Box>
  );
}

function textOf(value: unknown): string {
  if (typeof value === "boolean") {
    return value ? "Yes" : "No";
  }
  if (typeof value === "number") {
    return value.toLocaleString();
  }
  return typeof value === "string" ? value : "";
}
