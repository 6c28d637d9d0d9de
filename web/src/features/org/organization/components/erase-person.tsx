import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { type SubmitEvent, useState } from "react";
import { useErase } from "@/features/org/organization/api/erasures";
import { EraseDialog } from "@/features/org/organization/components/erase-dialog";
import { Section } from "@/features/org/organization/components/section";
import { KNOWN_BY, type KnownBy, problemOf } from "@/features/org/organization/erasures";
import { messageOf } from "@/shared/api/errors";
import { useToasts } from "@/shared/components/toasts";

/** Says whom to erase; nothing happens before it was confirmed. */
export function ErasePerson() {
  const erase = useErase();
  const toasts = useToasts();
  const [by, setBy] = useState<KnownBy>("email");
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const hint = KNOWN_BY.find(({ value }) => value === by)?.hint;

  const ask = (event: SubmitEvent) => {
    event.preventDefault();
    const found = problemOf(by, name.trim());
    setProblem(found);
    setAsking(found === null);
  };
  const begin = async () => {
    try {
      await erase.mutateAsync({ [by]: name.trim() });
      setName("");
      toasts.success("The erasure has begun");
    } catch (error) {
      setProblem(messageOf(error));
    }
    setAsking(false);
  };
  return (
    <Section
      title="Erase a person"
      text="Deletes what names them, everywhere. Counts of scans and forms stay what they are; there is one person less in them."
    >
      <Stack
        component="form"
        noValidate
        aria-label="Erase a person"
        direction={{ xs: "column", sm: "row" }}
        spacing={2}
        onSubmit={ask}
        sx={{ alignItems: { sm: "flex-start" } }}
      >
        <TextField
          select
          label="Known by"
          value={by}
          onChange={({ target }) => {
            setBy(target.value as KnownBy);
            setProblem(null);
          }}
          sx={{ width: { sm: 170 }, flexShrink: 0 }}
        >
          {KNOWN_BY.map(({ value, label }) => (
            <MenuItem key={value} value={value}>
              {label}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          label="Who it is"
          value={name}
          onChange={({ target }) => {
            setName(target.value);
            setProblem(null);
          }}
          error={problem !== null}
          helperText={problem ?? hint}
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
          Erase…
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
