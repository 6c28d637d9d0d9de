import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import CardContent from "@mui/material/CardContent";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type CustomerDetail, customerFieldsQuery, usePersonFile } from "@/features/people/customers/api/customers";
import { CustomerForm } from "@/features/people/customers/components/customer-form";
import { CustomerNotes } from "@/features/people/customers/components/customer-notes";
import { CustomerTotals } from "@/features/people/customers/components/customer-totals";
import { EraseDialog } from "@/features/people/customers/components/erase-dialog";
import { MergeHistory } from "@/features/people/customers/components/merge-history";
import { Timeline } from "@/features/people/customers/components/timeline";
import { birthdayText, fieldText } from "@/features/people/customers/customer-texts";
import { customerName } from "@/shared/customers/customer-name";
import { PageHeader } from "@/shared/components/page-header";
import { formatDate } from "@/shared/format/dates";
import { reaches, useOrganizationData } from "@/shared/organization/organization";
import { textsOf } from "@/shared/i18n/texts";
import { languageName } from "@/shared/i18n/visitor-languages";

/** Describes since when and how a person became a customer. */
function sinceText(source: CustomerDetail["source"], day: string): string {
  switch (source) {
    case "member":
      return t`Customer since ${day}, added by a member`;
    case "import":
      return t`Customer since ${day}, imported from a file`;
    case "form":
      return t`Customer since ${day}`;
  }
}

interface CustomerProfileProps {
  customer: CustomerDetail;
  role: string;
  /** Their consents. */
  consents: ReactNode;
  /** Their points and stamps. */
  loyalty: ReactNode;
  /** Their orders. */
  orders: ReactNode;
  /** Their wallet passes. */
  passes: ReactNode;
  /** Their referral link. */
  referral: ReactNode;
}

/** A customer's profile: their data, their timeline, and the notes about them. */
export function CustomerProfile(props: CustomerProfileProps) {
  const { customer, role, consents, loyalty, orders, passes, referral } = props;
  const mayEdit = reaches(role, "editor");
  const zone = useOrganizationData().data?.time_zone;
  const [open, setOpen] = useState<"edit" | "erase" | null>(null);
  const exporting = usePersonFile(customer.customer_id);
  const name = customerName(customer);
  return (
    <>
      <PageHeader
        title={name}
        subtitle={sinceText(customer.source, formatDate(customer.created_at, zone))}
        actions={
          <>
            {reaches(role, "admin") ? (
              <Button variant="outlined" loading={exporting.isPending} onClick={() => exporting.mutate()}>
                <Trans>Export data</Trans>
              </Button>
            ) : null}
            {reaches(role, "admin") ? (
              <Button variant="outlined" color="error" onClick={() => setOpen("erase")}>
                <Trans>Erase…</Trans>
              </Button>
            ) : null}
            {mayEdit ? (
              <Button variant="contained" onClick={() => setOpen("edit")}>
                <Trans>Edit</Trans>
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
          <Part title={t`Totals`}>
            <CustomerTotals customerId={customer.customer_id} />
          </Part>
          <Part title={t`Points and stamps`}>{loyalty}</Part>
          <Part title={t`Orders`}>{orders}</Part>
          <Part title={t`Wallet passes`}>{passes}</Part>
          <Part title={t`Referrals`}>{referral}</Part>
          <Part title={t`Timeline`}>
            <Timeline customerId={customer.customer_id} />
          </Part>
        </Stack>
        <Stack spacing={2} sx={{ minWidth: 0, order: { xs: -1, md: 0 } }}>
          <Part title={t`Details`}>
            <Details customer={customer} />
          </Part>
          <Part title={t`Consents`}>{consents}</Part>
          <Part title={t`Notes`}>
            <CustomerNotes customer={customer} zone={zone} mayEdit={mayEdit} />
          </Part>
          {customer.merges.length > 0 ? (
            <Part title={t`Merged profiles`}>
              <MergeHistory customer={customer} zone={zone} mayEdit={mayEdit} />
            </Part>
          ) : null}
        </Stack>
      </Box>
      {open === "edit" ? <CustomerForm customer={customer} onDone={() => setOpen(null)} /> : null}
      {open === "erase" ? <EraseDialog customer={customer} onCancel={() => setOpen(null)} /> : null}
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

/** Labels of fields that forms collect under a fixed name. */
const OF_FORMS: Record<string, MessageDescriptor> = {
  address1: msg`Address`,
  address2: msg`Address, second line`,
  zip: msg`Postal code`,
  city: msg`City`,
  province: msg`Province`,
  country: msg`Country`,
  company: msg`Company`,
  gender: msg`Gender`,
};

function Details({ customer }: { customer: CustomerDetail }) {
  const fields = useQuery(customerFieldsQuery).data?.items ?? [];
  const labels = { ...textsOf(OF_FORMS), ...Object.fromEntries(fields.map((field) => [field.name, field.label])) };
  const own = Object.entries(customer.attributes)
    .filter(([name]) => name in labels)
    .map(([name, value]) => [labels[name] ?? name, fieldText(value)] as const);
  const facts = [
    [t`Number`, customer.number],
    [t`Email`, [customer.email, ...customer.other_emails].filter(Boolean).join(", ")],
    [t`Phone`, [customer.phone, ...customer.other_phones].filter(Boolean).join(", ")],
    [t`Birthday`, customer.birthday === null ? null : birthdayText(customer.birthday)],
    [t`Language`, customer.language === null ? null : languageName(customer.language)],
    [t`Time zone`, customer.time_zone],
    [t`Owner`, customer.owner],
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
          <Trans>Tags</Trans>
        </Typography>
        <Stack component="dd" direction="row" sx={{ m: 0, mt: 0.5, flexWrap: "wrap", gap: 0.5 }}>
          {customer.tags.length === 0 ? (
            <Typography variant="body2">
              <Trans>None</Trans>
            </Typography>
          ) : null}
          {customer.tags.map((tag) => (
            <Chip key={tag} size="small" label={tag} />
          ))}
        </Stack>
      </div>
    </Box>
  );
}
