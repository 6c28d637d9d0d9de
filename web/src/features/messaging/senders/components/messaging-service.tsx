import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import Alert, { type AlertProps } from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import CardContent from "@mui/material/CardContent";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import {
  type MessagingService as Service,
  serviceQuery,
  useMakeService,
} from "@/features/messaging/senders/api/senders";
import { RateField } from "@/features/messaging/senders/components/rate-field";
import { handleResult } from "@/shared/api/handle-result";
import { isUnreadable } from "@/shared/api/unreadable";
import { CopyIconButton } from "@/shared/components/copy-button";
import { ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";

type Registration = NonNullable<Service["registration"]>;
type Step = Registration["brand"];

const COLOURS: Readonly<Record<Step, AlertProps["severity"]>> = {
  missing: "info",
  waiting: "info",
  approved: "success",
  refused: "error",
  suspended: "error",
};
const BRAND: Readonly<Record<Step, MessageDescriptor>> = {
  missing: msg`No brand is registered. Register your company as a brand at Twilio.`,
  waiting: msg`The brand is being reviewed. This takes from minutes to a few days; you don’t need to do anything.`,
  approved: msg`The brand is approved.`,
  refused: msg`The brand was refused. Correct it at Twilio and send it again.`,
  suspended: msg`The brand is suspended. Ask Twilio why.`,
};
const CAMPAIGN: Readonly<Record<Step, MessageDescriptor>> = {
  missing: msg`No campaign is registered. Describe at Twilio what you send, and choose this messaging service.`,
  waiting: msg`The campaign is being reviewed. This can take a few weeks; you don’t need to do anything.`,
  approved: msg`The campaign is approved: text messages to the US are delivered.`,
  refused: msg`The campaign was refused. Correct it at Twilio and send it again.`,
  suspended: msg`The campaign is suspended. Ask Twilio why.`,
};

/** The organisation's messaging service at the provider, and the state of its registration in the US. */
export function MessagingService({ mayEdit, numbers }: { mayEdit: boolean; numbers: number }) {
  const service = useQuery(serviceQuery);
  const making = useMakeService();
  const toasts = useToasts();
  const make = (perSecond: number) => handleResult(making.mutateAsync(perSecond), { onError: toasts.error });
  return (
    <Card component="section">
      <CardContent>
        <Typography variant="h6" component="h2" sx={{ mb: 1 }}>
          <Trans>Messaging service and US registration</Trans>
        </Typography>
        {isUnreadable(service) ? (
          <ErrorState compact error={service.error} onRetry={() => void service.refetch()} />
        ) : service.isPending ? (
          <Skeleton variant="rounded" height={96} aria-busy="true" />
        ) : service.data.service_id === null ? (
          <Stack spacing={1.5} sx={{ alignItems: "flex-start" }}>
            <Typography variant="body2" color="textSecondary">
              <Trans>
                A messaging service sends from the best of your numbers for each person. US networks deliver text
                messages only from a registered one (A2P 10DLC).
              </Trans>
            </Typography>
            {mayEdit ? (
              <Button variant="outlined" disabled={numbers === 0 || making.isPending} onClick={() => make(1)}>
                <Trans>Create a messaging service</Trans>
              </Button>
            ) : null}
            {mayEdit && numbers === 0 ? (
              <Typography variant="caption" color="textSecondary">
                <Trans>Buy a number first.</Trans>
              </Typography>
            ) : null}
          </Stack>
        ) : (
          <Stack spacing={1.5}>
            <Stack direction="row" spacing={0.5} sx={{ alignItems: "center" }}>
              <Typography variant="body2" sx={{ overflowWrap: "anywhere", fontFamily: "monospace" }}>
                {service.data.service_id}
              </Typography>
              <CopyIconButton text={service.data.service_id} label={t`Copy the id of the messaging service`} />
            </Stack>
            <Typography variant="caption" color="textSecondary">
              <Plural value={service.data.numbers} one="Sends from # number" other="Sends from # numbers" />
            </Typography>
            {mayEdit && service.data.per_second !== null ? (
              <RateField
                value={service.data.per_second}
                of={t`messaging service`}
                busy={making.isPending}
                onSave={make}
              />
            ) : null}
            {service.data.registration === null ? null : <RegistrationView registration={service.data.registration} />}
            {mayEdit && service.data.numbers < numbers ? (
              <Button
                variant="outlined"
                disabled={making.isPending}
                onClick={() => make(service.data.per_second ?? 1)}
                sx={{ alignSelf: "flex-start" }}
              >
                <Trans>Add all numbers</Trans>
              </Button>
            ) : null}
          </Stack>
        )}
      </CardContent>
    </Card>
  );
}

function RegistrationView({ registration }: { registration: Registration }) {
  return (
    <>
      <Alert severity={COLOURS[registration.brand]}>{t(BRAND[registration.brand])}</Alert>
      <Alert severity={COLOURS[registration.campaign]}>{t(CAMPAIGN[registration.campaign])}</Alert>
      {registration.problems.length > 0 ? (
        <Box component="ul" aria-label={t`Reasons given by Twilio`} sx={{ m: 0, pl: 2.5 }}>
          {registration.problems.map((one) => (
            <Typography component="li" variant="body2" key={one} sx={{ overflowWrap: "anywhere" }}>
              {one}
            </Typography>
          ))}
        </Box>
      ) : null}
    </>
  );
}
