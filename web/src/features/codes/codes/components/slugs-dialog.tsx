import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import FormControlLabel from "@mui/material/FormControlLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useId, useState } from "react";
import { type Slugs, slugsQuery, useSetSlug } from "@/features/codes/codes/api/slugs";
import { HostSelect } from "@/features/codes/codes/components/host-select";
import { slugProblem } from "@/features/codes/codes/slug";
import type { Code } from "@/features/codes/codes/types";
import { ApiError, messageOf } from "@/shared/api/errors";
import { isUnreadable } from "@/shared/api/unreadable";
import { useAppConfig } from "@/shared/config/app-config-context";
import { ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";

const ELSEWHERE = "slug_of_other_code";
/** The option that shows the ID instead of a slug. */
const BY_ID = "";

/** The slugs of a code: add one, and choose which is displayed and printed. */
export function SlugsDialog({ code, onClose }: { code: Code; onClose: () => void }) {
  const titleId = useId();
  const names = useQuery(slugsQuery(code.code_id));
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId} sx={{ typography: "h5", pb: 0.5 }}>
        <Trans>Link slugs of “{code.name}”</Trans>
      </DialogTitle>
      <DialogContent>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
          <Trans>
            The code and its link use the selected slug. All others keep working, so printed codes never break.
          </Trans>
        </Typography>
        <HostSelect code={code} />
        {names.isPending ? (
          <Stack spacing={1}>
            <Skeleton height={36} />
            <Skeleton height={36} />
          </Stack>
        ) : isUnreadable(names) ? (
          <ErrorState compact error={names.error} onRetry={() => void names.refetch()} />
        ) : (
          <Names names={names.data} />
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button color="inherit" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Names({ names }: { names: Slugs }) {
  const setSlug = useSetSlug();
  const toasts = useToasts();
  const show = (slug: string | null) => {
    setSlug
      .mutateAsync({ codeId: names.code_id, slug })
      .then(() => toasts.success(t`Link changed. The old link keeps working`))
      .catch(toasts.error);
  };
  return (
    <Stack spacing={2.5}>
      <RadioGroup
        aria-label={t`In use`}
        value={names.shown ?? BY_ID}
        onChange={(_, value) => show(value === BY_ID ? null : value)}
      >
        <Choice value={BY_ID} address={names.id_url} note="generated" disabled={setSlug.isPending} />
        {names.items.map((name) => (
          <Choice key={name.slug} value={name.slug} address={name.url} disabled={setSlug.isPending} />
        ))}
      </RadioGroup>
      <NewName codeId={names.code_id} idUrl={names.id_url} />
    </Stack>
  );
}

function Choice({
  value,
  address,
  note,
  disabled,
}: {
  value: string;
  address: string;
  note?: string;
  disabled: boolean;
}) {
  return (
    <FormControlLabel
      value={value}
      disabled={disabled}
      control={<Radio />}
      label={
        <Typography variant="body2" component="span" sx={{ overflowWrap: "anywhere" }}>
          {address.replace(/^https?:\/\//, "")}
          {note === undefined ? null : (
            <Typography variant="body2" component="span" color="textSecondary">
              {` (${note})`}
            </Typography>
          )}
        </Typography>
      }
    />
  );
}

function NewName({ codeId, idUrl }: { codeId: string; idUrl: string }) {
  const { base_url } = useAppConfig();
  const setSlug = useSetSlug();
  const toasts = useToasts();
  const site = idUrl.startsWith(`${base_url}/`) ? base_url : new URL(idUrl).origin;
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const [isElsewhere, setElsewhere] = useState(false);
  const send = (move: boolean) => {
    const wrong = slugProblem(text);
    setProblem(wrong ?? "");
    if (wrong !== undefined) {
      return;
    }
    setSlug
      .mutateAsync({ codeId, slug: text.trim(), move })
      .then(() => {
        setText("");
        setElsewhere(false);
        toasts.success(t`Slug added`);
      })
      .catch((error: unknown) => {
        const moves = error instanceof ApiError && error.code === ELSEWHERE;
        setElsewhere(moves);
        setProblem(error instanceof ApiError ? (error.fields["slug"] ?? messageOf(error)) : messageOf(error));
      });
  };
  const add = (event: SyntheticEvent) => {
    event.preventDefault();
    send(false);
  };
  return (
    <form onSubmit={add} noValidate>
      <Stack direction={{ xs: "column", sm: "row" }} spacing={1} sx={{ alignItems: { sm: "flex-start" } }}>
        <TextField
          fullWidth
          size="small"
          label={t`New slug`}
          placeholder="spring-menu"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setProblem("");
            setElsewhere(false);
          }}
          error={problem !== ""}
          helperText={
            problem === ""
              ? `${site.replace(/^https?:\/\//, "")}/${text.trim().toLowerCase() || "spring-menu"}`
              : problem
          }
          slotProps={{ htmlInput: { autoCapitalize: "none", spellCheck: false, maxLength: 64 } }}
        />
        <Button
          type="submit"
          variant="outlined"
          disabled={setSlug.isPending || text.trim() === ""}
          sx={{ flexShrink: 0, minHeight: 40 }}
        >
          <Trans>Add and use</Trans>
        </Button>
      </Stack>
      {isElsewhere ? (
        <Alert
          severity="warning"
          sx={{ mt: 1.5 }}
          action={
            <Button color="inherit" size="small" onClick={() => send(true)} disabled={setSlug.isPending}>
              <Trans>Move it here</Trans>
            </Button>
          }
        >
          <Trans>If you move it here, everything printed with this slug leads to this code.</Trans>
        </Alert>
      ) : null}
    </form>
  );
}
