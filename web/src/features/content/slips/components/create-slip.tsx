import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormLabel from "@mui/material/FormLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type SyntheticEvent, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { useCreateSlip } from "@/features/content/slips/api/slips";
import { KINDS } from "@/features/content/slips/kinds";
import type { SlipKind } from "@/features/content/slips/types";
import { ApiError, messageOf } from "@/shared/api/errors";
import { CodePicker } from "@/shared/codes/code-picker";
import { paths } from "@/shared/config/paths";

/** Creates a slip: its purpose and its code. */
export function CreateSlip() {
  const [search] = useSearchParams();
  const requestedKind = KINDS.find(({ kind }) => kind === search.get("kind"))?.kind;
  const [kind, setKind] = useState<SlipKind>(requestedKind ?? "coupon");
  const [name, setName] = useState("");
  const [code, setCode] = useState<string | null>(search.get("code"));
  const [oneTime, setOneTime] = useState(false);
  const [isTried, setTried] = useState(false);
  const create = useCreateSlip();
  const navigate = useNavigate();
  const fields = create.error instanceof ApiError ? create.error.fields : {};
  const nameProblem = isTried && name.trim() === "" ? t`Enter a name` : fields["updated_data.name"];
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setTried(true);
    if (name.trim() === "" || create.isPending) {
      return;
    }
    create.mutate(
      { name: name.trim(), kind, code_id: code, one_time: oneTime },
      { onSuccess: (slip) => void navigate(paths.slip(slip.slip_id)) },
    );
  };
  return (
    <Card sx={{ p: { xs: 2, sm: 3 }, maxWidth: 760 }}>
      <form onSubmit={submit} noValidate>
        <Stack spacing={3}>
          {create.isError ? <Alert severity="error">{messageOf(create.error)}</Alert> : null}
          <FormControl>
            <FormLabel id="slip-kind">
              <Trans>Type</Trans>
            </FormLabel>
            <RadioGroup
              aria-labelledby="slip-kind"
              value={kind}
              onChange={(event) => setKind(event.target.value as SlipKind)}
              sx={{ display: "grid", gridTemplateColumns: { xs: "1fr", sm: "1fr 1fr" }, gap: 1.5, mt: 1 }}
            >
              {KINDS.map((it) => (
                <FormControlLabel
                  key={it.kind}
                  value={it.kind}
                  control={<Radio />}
                  sx={{
                    m: 0,
                    p: 1.5,
                    border: 1,
                    borderColor: it.kind === kind ? "primary.main" : "divider",
                    borderRadius: 2,
                    alignItems: "flex-start",
                  }}
                  label={
                    <Box sx={{ pt: 0.75 }}>
                      <Typography variant="subtitle2" component="span" sx={{ display: "block" }}>
                        {t(it.name)}
                      </Typography>
                      <Typography variant="body2" component="span" color="textSecondary">
                        {t(it.text)}
                      </Typography>
                    </Box>
                  }
                />
              ))}
            </RadioGroup>
          </FormControl>
          <TextField
            label={t`Name`}
            required
            value={name}
            onChange={(event) => setName(event.target.value)}
            error={Boolean(nameProblem)}
            helperText={nameProblem ?? t`Only visible to your team`}
            slotProps={{ htmlInput: { maxLength: 120 } }}
          />
          <CodePicker
            label={t`Code`}
            value={code}
            onChange={setCode}
            error={Boolean(fields["updated_data.code_id"])}
            helperText={fields["updated_data.code_id"] ?? t`The code people scan. You can choose it later.`}
          />
          <FormControlLabel
            control={<Switch checked={oneTime} onChange={(_, on) => setOneTime(on)} />}
            label={t`Give each printed copy its own one-time code`}
          />
          <Box>
            <Button type="submit" variant="contained" loading={create.isPending}>
              <Trans>Design slip</Trans>
            </Button>
          </Box>
        </Stack>
      </form>
    </Card>
  );
}
