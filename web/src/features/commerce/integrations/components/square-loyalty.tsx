import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type SyntheticEvent, useState } from "react";
import { useSquareLoyalty } from "@/features/commerce/integrations/api/integrations";
import { messageOf } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import { formatCount } from "@/shared/format/numbers";

/** Looks up the points of a phone number at Square, and adds some. */
export function SquareLoyalty({ mayEdit }: { mayEdit: boolean }) {
  const [phone, setPhone] = useState("");
  const [points, setPoints] = useState("");
  // One idempotency key until Square has accepted the points, so that a double click or a retry adds them only once.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const lookup = useSquareLoyalty();
  const give = useSquareLoyalty();
  const busy = lookup.isPending || give.isPending;
  const find = (event: SyntheticEvent) => {
    event.preventDefault();
    give.reset();
    handleResult(lookup.mutateAsync({ phone: phone.trim() }), {});
  };
  const add = (event: SyntheticEvent) => {
    event.preventDefault();
    handleResult(give.mutateAsync({ phone: phone.trim(), points: Number(points), key }), {
      onSuccess: () => {
        setKey(crypto.randomUUID());
        setPoints("");
      },
    });
  };
  const found = give.data ?? lookup.data;
  const problem = give.error ?? lookup.error;
  const changed = (text: string) => {
    setPhone(text);
    setKey(crypto.randomUUID());
    lookup.reset();
    give.reset();
  };
  return (
    <Stack spacing={2}>
      <Stack component="form" noValidate onSubmit={find} direction={{ xs: "column", sm: "row" }} spacing={2}>
        <TextField
          label={t`Phone number`}
          type="tel"
          value={phone}
          onChange={({ target }) => changed(target.value)}
          slotProps={{ htmlInput: { maxLength: 40, autoComplete: "off" } }}
          sx={{ flex: 1, maxWidth: { sm: 420 } }}
        />
        <Button type="submit" variant="outlined" disabled={busy || phone.trim() === ""}>
          <Trans>Look up points</Trans>
        </Button>
      </Stack>
      <div role="status">
        {problem ? <Alert severity="error">{messageOf(problem)}</Alert> : null}
        {!problem && found ? (
          found.loyalty === null ? (
            <Typography>
              <Trans>This number has no loyalty account at Square.</Trans>
            </Typography>
          ) : (
            <>
              <Typography variant="h4" component="p">
                {plural(found.loyalty.balance, { one: "# point", other: "# points" })}
              </Typography>
              <Typography color="textSecondary">
                {t`${formatCount(found.loyalty.lifetime_points)} lifetime points`}
              </Typography>
            </>
          )
        ) : null}
      </div>
      {mayEdit && found?.loyalty ? (
        <Stack component="form" noValidate onSubmit={add} direction={{ xs: "column", sm: "row" }} spacing={2}>
          <TextField
            label={t`Points to give`}
            type="number"
            value={points}
            onChange={({ target }) => setPoints(target.value)}
            slotProps={{ htmlInput: { min: 1, max: 1_000_000 } }}
            sx={{ flex: 1, maxWidth: { sm: 420 } }}
          />
          <Button type="submit" variant="contained" disabled={busy || !(Number(points) >= 1)}>
            <Trans>Give points</Trans>
          </Button>
        </Stack>
      ) : null}
    </Stack>
  );
}
