import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import CardContent from "@mui/material/CardContent";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type SyntheticEvent, useState } from "react";
import { type AvailableNumbers, useBuyNumber, useFindNumbers } from "@/features/messaging/senders/api/senders";
import { messageOf } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { CountryField } from "@/shared/components/country-field";
import { useToasts } from "@/shared/components/toasts";
import { formatMicros } from "@/shared/format/numbers";

/** Countries in which numbers can be searched by area code. */
const WITH_AREA_CODES = ["US", "CA", "PR"];

/** Searches for numbers by country and area code, and buys one after a confirmation. */
export function BuyNumber({ mayBuy }: { mayBuy: boolean }) {
  const finding = useFindNumbers();
  const buying = useBuyNumber();
  const toasts = useToasts();
  const [country, setCountry] = useState("US");
  const [areaCode, setAreaCode] = useState("");
  const [wanted, setWanted] = useState<AvailableNumbers["items"][number] | null>(null);
  const hasAreaCodes = WITH_AREA_CODES.includes(country);
  const price = finding.data === undefined ? null : priceOf(finding.data);
  const search = (event: SyntheticEvent) => {
    event.preventDefault();
    finding.mutate({ country, areaCode: hasAreaCodes ? areaCode.trim() : "" });
  };
  const buy = () => {
    if (wanted === null) {
      return;
    }
    handleResult(buying.mutateAsync({ phone: wanted.phone, country: wanted.country }), {
      onSuccess: ({ phone }) => {
        toasts.success(t`${phone} is yours.`);
        finding.reset();
      },
      onError: toasts.error,
      onSettled: () => setWanted(null),
    });
  };
  return (
    <Card component="section">
      <CardContent>
        <Typography variant="h6" component="h2" sx={{ mb: 1.5 }}>
          <Trans>Get a number</Trans>
        </Typography>
        <Stack component="form" direction={{ xs: "column", sm: "row" }} spacing={1.5} onSubmit={search} noValidate>
          <CountryField value={country} onChange={setCountry} />
          {hasAreaCodes ? (
            <TextField
              label={t`Area code`}
              value={areaCode}
              onChange={({ target }) => setAreaCode(target.value)}
              slotProps={{ htmlInput: { maxLength: 3, inputMode: "numeric" } }}
              sx={{ flexShrink: 0, width: { xs: "100%", sm: 130 } }}
            />
          ) : null}
          <Button
            type="submit"
            variant="outlined"
            disabled={country === "" || finding.isPending}
            sx={{ flexShrink: 0, alignSelf: { xs: "flex-start", sm: "center" } }}
          >
            <Trans>Search numbers</Trans>
          </Button>
        </Stack>
        {finding.error ? (
          <Typography variant="body2" color="error" role="alert" sx={{ mt: 1.5 }}>
            {messageOf(finding.error)}
          </Typography>
        ) : null}
        <Box role="status">
          {finding.data?.items.length === 0 ? (
            <Typography variant="body2" sx={{ mt: 1.5 }}>
              <Trans>No numbers found there. Try another area or country.</Trans>
            </Typography>
          ) : null}
        </Box>
        {finding.data !== undefined && finding.data.items.length > 0 ? (
          <Box component="ul" aria-label={t`Numbers found`} sx={{ m: 0, mt: 1.5, p: 0, listStyle: "none" }}>
            {finding.data.items.map((one) => (
              <Stack
                component="li"
                key={one.phone}
                direction="row"
                spacing={1}
                sx={{ py: 0.75, alignItems: "center", borderTop: 1, borderColor: "divider" }}
              >
                <Box sx={{ flex: 1, minWidth: 0 }}>
                  <Typography variant="body2">{one.phone}</Typography>
                  <Typography variant="caption" color="textSecondary">
                    {[one.place, price].filter(Boolean).join(" · ")}
                  </Typography>
                </Box>
                {mayBuy ? (
                  <Button size="small" aria-label={t`Buy ${one.phone}`} onClick={() => setWanted(one)}>
                    <Trans>Buy</Trans>
                  </Button>
                ) : null}
              </Stack>
            ))}
          </Box>
        ) : null}
      </CardContent>
      <ConfirmDialog
        open={wanted !== null}
        title={t`Buy ${wanted?.phone ?? ""}?`}
        confirmLabel={t`Buy number`}
        color="primary"
        busy={buying.isPending}
        onConfirm={buy}
        onCancel={() => setWanted(null)}
      >
        {price === null
          ? t`Your provider charges its monthly price until the number is released there.`
          : t`It costs ${price}, charged by your provider until the number is released there.`}
      </ConfirmDialog>
    </Card>
  );
}

function priceOf({ monthly_micros, currency }: AvailableNumbers): string | null {
  if (monthly_micros === null || currency === null) {
    return null;
  }
  return monthly_micros === 0 ? t`nothing in the sandbox` : t`${formatMicros(monthly_micros, currency)} a month`;
}
