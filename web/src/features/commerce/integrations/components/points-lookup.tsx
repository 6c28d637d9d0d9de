import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Grid from "@mui/material/Grid";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type SyntheticEvent, useState } from "react";
import { type Points, usePoints } from "@/features/commerce/integrations/api/integrations";
import { messageOf } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import { formatCount } from "@/shared/format/numbers";

/** Looks up how many points a person has at the vendor. */
export function PointsLookup() {
  const lookup = usePoints();
  const [email, setEmail] = useState("");
  const find = (event: SyntheticEvent) => {
    event.preventDefault();
    handleResult(lookup.mutateAsync(email.trim()), {});
  };
  return (
    <Grid size={12}>
      <Card component="form" noValidate onSubmit={find} sx={{ p: { xs: 2, sm: 3 } }}>
        <Typography component="h2" variant="h5" sx={{ mb: 2 }}>
          <Trans>Points of a customer</Trans>
        </Typography>
        <Stack direction={{ xs: "column", sm: "row" }} spacing={2} sx={{ alignItems: { sm: "center" }, mb: 2 }}>
          <TextField
            label={t`Email address`}
            type="email"
            value={email}
            onChange={({ target }) => setEmail(target.value)}
            slotProps={{ htmlInput: { maxLength: 254, autoComplete: "off" } }}
            sx={{ flex: 1, maxWidth: { sm: 420 } }}
          />
          <Button type="submit" variant="outlined" disabled={lookup.isPending || email.trim() === ""}>
            <Trans>Look up points</Trans>
          </Button>
        </Stack>
        <div role="status">
          {lookup.isError ? <Alert severity="error">{messageOf(lookup.error)}</Alert> : null}
          {lookup.data ? <Found points={lookup.data} /> : null}
        </div>
      </Card>
    </Grid>
  );
}

function Found({ points: { email, has_account, points, points_earned, tier } }: { points: Points }) {
  if (!has_account) {
    return <Typography>{t`${email} has no account there.`}</Typography>;
  }
  return (
    <>
      <Typography variant="h4" component="p">
        {plural(points, { one: "# point", other: "# points" })}
      </Typography>
      <Typography color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
        {t`${email}, ${formatCount(points_earned)} of all time`}
        {tier === "" ? null : ` · ${tier}`}
      </Typography>
    </>
  );
}
