import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import SmsIcon from "@mui/icons-material/SmsOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import CardContent from "@mui/material/CardContent";
import Chip from "@mui/material/Chip";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { numbersQuery, useChooseNumber, useSetRate } from "@/features/messaging/senders/api/senders";
import { BuyNumber } from "@/features/messaging/senders/components/buy-number";
import { CampaignLimits } from "@/features/messaging/senders/components/campaign-limits";
import { MailDomains } from "@/features/messaging/senders/components/mail-domains";
import { MessagingService } from "@/features/messaging/senders/components/messaging-service";
import { RateField } from "@/features/messaging/senders/components/rate-field";
import { SenderNames } from "@/features/messaging/senders/components/sender-names";
import { handleResult } from "@/shared/api/handle-result";
import { isUnreadable } from "@/shared/api/unreadable";
import { PageHeader } from "@/shared/components/page-header";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { formatDate } from "@/shared/format/dates";
import { countryName } from "@/shared/format/names";
import { reaches, useOrganizationData } from "@/shared/organization/organization";

/** The senders of messages, their prices, and when a second person approves a campaign. */
export function SendersScreen() {
  const organization = useOrganizationData().data;
  const role = organization?.role ?? "";
  const numbers = useQuery(numbersQuery);
  return (
    <>
      <PageHeader title={t`Senders`} subtitle={t`Where text messages and emails come from, approval and prices.`} />
      <Box
        sx={{
          display: "grid",
          gap: 2,
          alignItems: "start",
          gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 3fr) minmax(0, 2fr)" },
        }}
      >
        <Stack spacing={2}>
          <OwnNumbers mayChoose={reaches(role, "admin")} zone={organization?.time_zone} />
          {reaches(role, "editor") ? <BuyNumber mayBuy={reaches(role, "admin")} /> : null}
          <MessagingService mayEdit={reaches(role, "admin")} numbers={numbers.data?.total ?? 0} />
          <SenderNames mayEdit={reaches(role, "admin")} />
          <MailDomains mayEdit={reaches(role, "admin")} zone={organization?.time_zone} />
        </Stack>
        <CampaignLimits mayEdit={reaches(role, "admin")} />
      </Box>
    </>
  );
}

function OwnNumbers({ mayChoose, zone }: { mayChoose: boolean; zone: string | undefined }) {
  const numbers = useQuery(numbersQuery);
  const choosing = useChooseNumber();
  const rating = useSetRate();
  const toasts = useToasts();
  return (
    <Card component="section">
      <CardContent>
        <Typography variant="h6" component="h2" sx={{ mb: 1 }}>
          <Trans>Your numbers</Trans>
        </Typography>
        {isUnreadable(numbers) ? (
          <ErrorState compact error={numbers.error} onRetry={() => void numbers.refetch()} />
        ) : numbers.isPending ? (
          <Skeleton variant="rounded" height={96} aria-busy="true" />
        ) : numbers.data.items.length === 0 ? (
          <EmptyState
            compact
            icon={<SmsIcon />}
            title={t`No number of your own`}
            text={t`Text messages come from the shared sender of this installation.`}
          />
        ) : (
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: "none" }}>
            {numbers.data.items.map((one) => (
              <Stack
                component="li"
                key={one.number_id}
                direction="row"
                spacing={1}
                useFlexGap
                sx={{ py: 1, alignItems: "center", flexWrap: "wrap", borderTop: 1, borderColor: "divider" }}
              >
                <Box sx={{ flex: 1, minWidth: 160 }}>
                  <Typography variant="body2" sx={{ fontWeight: 600 }}>
                    {one.phone}
                  </Typography>
                  <Typography variant="caption" color="textSecondary">
                    {[
                      one.place || countryName(one.country),
                      t`Sends and receives text messages`,
                      formatDate(one.bought_at, zone),
                    ].join(" · ")}
                  </Typography>
                </Box>
                {mayChoose && !one.in_service ? (
                  <RateField
                    value={one.per_second}
                    of={one.phone}
                    busy={rating.isPending}
                    onSave={(per_second) =>
                      handleResult(rating.mutateAsync({ number_id: one.number_id, per_second }), {
                        onError: toasts.error,
                      })
                    }
                  />
                ) : null}
                {one.is_default ? (
                  <Chip size="small" color="primary" label={t`Default`} />
                ) : mayChoose ? (
                  <Button
                    size="small"
                    aria-label={t`Make default: ${one.phone}`}
                    disabled={choosing.isPending}
                    onClick={() => handleResult(choosing.mutateAsync(one.number_id), { onError: toasts.error })}
                  >
                    <Trans>Make default</Trans>
                  </Button>
                ) : null}
              </Stack>
            ))}
          </Box>
        )}
      </CardContent>
    </Card>
  );
}
