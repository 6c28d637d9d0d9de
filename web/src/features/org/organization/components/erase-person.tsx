import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { type SubmitEvent, useState } from "react";
import { useErase } from "@/features/org/organization/api/erasures";
import { EraseDialog } from "@/features/org/organization/components/erase-dialog";
import { Section } from "@/features/org/organization/components/section";
import { IDENTIFIER_KINDS, type IdentifierKind, problemOf } from "@/features/org/organization/erasures";
import { messageOf } from "@/shared/api/errors";
import { useToasts } from "@/shared/components/toasts";

/** Selects the person to erase. Nothing happens before a confirmation. */
export function ErasePerson() {
  const erase = useErase();
  const toasts = useToasts();
  const [by, setBy] = useState<IdentifierKind>("email");
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const kind = IDENTIFIER_KINDS.find(({ value }) => value === by);

  const ask = (event: SubmitEvent) => {
    event.preventDefault();
    const invalid = problemOf(by, name.trim());
    setProblem(invalid);
    setAsking(invalid === null);
  };
  const begin = async () => {
    try {
      await erase.mutateAsync({ [by]: name.trim() });
      setName("");
      toasts.success(t`Erasure started`);
    } catch (error) {
      setProblem(messageOf(error));
    }
    setAsking(false);
  };
  return (
    <Section
      title={t`Erase a person`}
      text={t`Deletes all personal data of a person. Scan and form totals stay the same, with one person fewer.`}
    >
      <Stack
        component="form"
        noValidate
        aria-label={t`Erase a person`}
        direction={{ xs: "column", sm: "row" }}
        spacing={2}
        onSubmit={ask}
        sx={{ alignItems: { sm: "flex-start" } }}
      >
        <TextField
          select
          label={t`Identifier type`}
          value={by}
          onChange={({ target }) => {
            setBy(target.value as IdentifierKind);
            setProblem(null);
          }}
          sx={{ width: { sm: 170 }, flexShrink: 0 }}
        >
          {IDENTIFIER_KINDS.map(({ value, label }) => (
            <MenuItem key={value} value={value}>
              {t(label)}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          label={t`Identifier`}
          value={name}
          onChange={({ target }) => {
            setName(target.value);
            setProblem(null);
          }}
          error={problem !== null}
          helperText={problem ?? (kind && t(kind.hint))}
          slotProps={{
            htmlInput: {
              autoComplete: "off",
              autoCapitalize: "none",
              spellCheck: false,
              maxLength: 320,
              inputMode: by === "email" ? "email" : by === "phone" ? "tel" : "text",
            },
          }}
          sx={{ flexGrow: 1 }}
        />
        <Button type="submit" variant="outlined" color="error" sx={{ flexShrink: 0, height: { sm: 40 } }}>
          <Trans>Erase…</Trans>
        </Button>
      </Stack>
      {asking ? (
        <EraseDialog
          name={name.trim()}
          isVisitor={by === "visitor_id"}
          busy={erase.isPending}
          onConfirm={() => void begin()}
          onCancel={() => setAsking(false)}
        />
      ) : null}
    </Section>
  );
}
