import { plural, t } from "@lingui/core/macro";
import Checkbox from "@mui/material/Checkbox";
import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormGroup from "@mui/material/FormGroup";
import FormHelperText from "@mui/material/FormHelperText";
import FormLabel from "@mui/material/FormLabel";
import TextField from "@mui/material/TextField";
import { useQuery } from "@tanstack/react-query";
import { browsersQuery } from "@/features/wallet/updates/api/browser-messages";
import type { Draft } from "@/features/wallet/updates/api/updates";

interface PushChannelsProps {
  draft: Draft;
  set: (change: Partial<Draft>) => void;
  urlProblem: string | undefined;
}

/** Chooses whether a message goes to passes, to browsers or to both, and what a tap opens in a browser. */
export function PushChannels({ draft, set, urlProblem }: PushChannelsProps) {
  const reach = useQuery(browsersQuery(draft.segmentId));
  const browsers = reach.data?.browsers;
  return (
    <>
      <FormControl component="fieldset" error={!draft.toPasses && !draft.toBrowsers}>
        <FormLabel component="legend">{t`Send to`}</FormLabel>
        <FormGroup>
          <FormControlLabel
            control={<Checkbox checked={draft.toPasses} onChange={(_, toPasses) => set({ toPasses })} />}
            label={t`Passes on phones`}
          />
          <FormControlLabel
            control={<Checkbox checked={draft.toBrowsers} onChange={(_, toBrowsers) => set({ toBrowsers })} />}
            label={
              browsers === undefined
                ? t`Subscribed browsers`
                : plural(browsers, { one: "# subscribed browser", other: "# subscribed browsers" })
            }
          />
        </FormGroup>
        {draft.toPasses || draft.toBrowsers ? null : <FormHelperText>{t`Choose at least one`}</FormHelperText>}
      </FormControl>
      {draft.toBrowsers ? (
        <TextField
          type="url"
          label={t`Notification link`}
          value={draft.url}
          onChange={({ target }) => set({ url: target.value })}
          error={urlProblem !== undefined}
          helperText={
            urlProblem ??
            t`Opens when people tap the notification. Leave it empty to open the page where they subscribed.`
          }
          slotProps={{ htmlInput: { maxLength: 1000 } }}
        />
      ) : null}
    </>
  );
}
