import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Autocomplete from "@mui/material/Autocomplete";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import {
  type PassCode,
  passChoicesQuery,
  passCodeQuery,
  passQuery,
  useSavePassCode,
} from "@/features/wallet/passes/api/pass-code";
import { messageOf } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import { isUnreadable } from "@/shared/api/unreadable";
import { ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { reaches, useOrganization } from "@/shared/organization/organization";

const NAME = "{{customer.name|Guest}}";
const SERIAL = "{{serial}}";

const MOST = 1000;

/** Shows the pass to which a code leads: one for everybody, or a copy for each person. */
export function PassOfCode({ codeId }: { codeId: string }) {
  const code = useQuery(passCodeQuery(codeId));
  if (code.isPending) {
    return <Skeleton variant="rounded" height={240} aria-busy="true" />;
  }
  if (isUnreadable(code)) {
    return <ErrorState error={code.error} onRetry={() => void code.refetch()} />;
  }
  return <Choice codeId={codeId} saved={code.data} />;
}

interface Chosen {
  pass_id: string;
  description: string;
  serialNumber: string;
}

function Choice({ codeId, saved }: { codeId: string; saved: PassCode }) {
  const { role } = useOrganization();
  const mayEdit = reaches(role, "editor");
  const toasts = useToasts();
  const saving = useSavePassCode(codeId);
  const [text, setText] = useState("");
  const [picked, setPicked] = useState<Chosen | null>(null);
  const [isPersonal, setPersonal] = useState(saved.is_personal);
  const [most, setMost] = useState(String(saved.most ?? MOST));
  const known = useQuery({ ...passQuery(saved.pass_id ?? ""), enabled: saved.pass_id !== null });
  const chosen = picked ?? known.data ?? null;
  const choices = useQuery(passChoicesQuery(text));
  const count = Number(most);
  const isCountWrong = isPersonal && !(Number.isInteger(count) && count >= 1 && count <= 1_000_000);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (chosen !== null && !isCountWrong && !saving.isPending) {
      handleResult(
        saving.mutateAsync({ pass_id: chosen.pass_id, is_personal: isPersonal, most: isPersonal ? count : MOST }),
        { onSuccess: () => toasts.success(t`The code leads to the pass.`) },
      );
    }
  };
  return (
    <Stack component="form" spacing={2} onSubmit={submit} noValidate sx={{ maxWidth: 560 }}>
      {saved.pass_id === null ? (
        <Alert severity="info">
          <Trans>Until you choose a pass, visitors see a notice that there is nothing here yet.</Trans>
        </Alert>
      ) : null}
      {saving.error ? <Alert severity="error">{messageOf(saving.error)}</Alert> : null}
      <Autocomplete<Chosen>
        options={choices.data?.items ?? []}
        value={chosen}
        loading={choices.isPending}
        disabled={!mayEdit}
        filterOptions={(options) => options}
        onInputChange={(_, typed, reason) => {
          if (reason !== "reset") {
            setText(typed.trim());
          }
        }}
        onChange={(_, option) => setPicked(option)}
        getOptionLabel={({ description, serialNumber }) => `${description} · ${serialNumber}`}
        getOptionKey={({ pass_id }) => pass_id}
        isOptionEqualToValue={(one, other) => one.pass_id === other.pass_id}
        noOptionsText={choices.isError ? t`Your passes couldn’t be loaded.` : t`No matching passes`}
        renderInput={(props) => <TextField {...props} label={t`Pass`} />}
      />
      <RadioGroup
        aria-label={t`Who gets it`}
        value={isPersonal ? "personal" : "shared"}
        onChange={(_, value) => setPersonal(value === "personal")}
      >
        <FormControlLabel
          value="shared"
          disabled={!mayEdit}
          control={<Radio />}
          label={t`Everyone gets this pass, with the same barcode`}
        />
        <FormControlLabel
          value="personal"
          disabled={!mayEdit}
          control={<Radio />}
          label={t`Each person gets a copy with its own barcode`}
        />
      </RadioGroup>
      {isPersonal ? (
        <TextField
          label={t`Number of copies`}
          value={most}
          disabled={!mayEdit}
          error={isCountWrong}
          onChange={({ target }) => setMost(target.value)}
          helperText={
            isCountWrong
              ? t`Enter a whole number from 1 to 1,000,000`
              : t`Write ${NAME} or ${SERIAL} in the pass where a copy should show the person’s name or its number.`
          }
          slotProps={{ htmlInput: { inputMode: "numeric" } }}
        />
      ) : null}
      {saved.given === null ? null : (
        <span>
          <Plural value={saved.given} one="# copy was given out." other="# copies were given out." />
        </span>
      )}
      {mayEdit ? (
        <Button
          type="submit"
          variant="contained"
          disabled={chosen === null || saving.isPending}
          sx={{ alignSelf: "flex-start" }}
        >
          <Trans>Save</Trans>
        </Button>
      ) : null}
    </Stack>
  );
}
