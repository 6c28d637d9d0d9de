import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { type SyntheticEvent, useState } from "react";
import { useUpdateDomain } from "@/features/hosts/custom-domains/api/domains";
import { saidOf } from "@/features/hosts/custom-domains/words";
import { useToasts } from "@/shared/components/toasts";
import type { Domain } from "@/shared/domains/domains";

const FIELDS = {
  home_url: {
    label: "Its bare address leads to",
    empty: "Empty: a page with your name that says that codes open here",
    save: (host: string) => `Save where ${host} leads`,
    saved: (host: string) => `${host} leads on`,
    cleared: (host: string) => `${host} says what it is`,
    problem: "home_problem",
  },
  unknown_url: {
    label: "Unknown addresses lead to",
    empty: "Empty: a page that says that nothing is known there",
    save: (host: string) => `Save where unknown addresses at ${host} lead`,
    saved: (host: string) => `Unknown addresses at ${host} lead on`,
    cleared: (host: string) => `Unknown addresses at ${host} say so`,
    problem: "unknown_problem",
  },
} as const;

interface DomainAddressProps {
  domain: Domain;
  field: keyof typeof FIELDS;
  mayEdit: boolean;
}

/** Where a domain leads that shows nothing of its own: at its bare address, or where nobody answers. */
export function DomainAddress({ domain, field, mayEdit }: DomainAddressProps) {
  const words = FIELDS[field];
  const update = useUpdateDomain();
  const toasts = useToasts();
  const kept = domain[field] ?? "";
  const [address, setAddress] = useState(kept);
  const [problem, setProblem] = useState("");
  const found = address.trim() === kept ? domain[words.problem] : null;
  const save = async (event: SyntheticEvent) => {
    event.preventDefault();
    try {
      const saved = await update.mutateAsync({ domain_id: domain.domain_id, [field]: address.trim() });
      toasts.success((saved[field] === null ? words.cleared : words.saved)(domain.shown_host));
    } catch (error) {
      setProblem(saidOf(error, field));
    }
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => void save(event)}
      sx={{ display: "flex", flexDirection: { xs: "column", sm: "row" }, gap: 1.5 }}
    >
      <TextField
        label={words.label}
        placeholder="https://"
        value={address}
        disabled={!mayEdit}
        onChange={({ target }) => {
          setAddress(target.value);
          setProblem("");
        }}
        error={problem !== "" || found !== null}
        helperText={problem || (found === null ? words.empty : `Looked at last night: ${found}`)}
        slotProps={{ htmlInput: { inputMode: "url", maxLength: 2048 } }}
        sx={{ flex: 1 }}
      />
      {mayEdit ? (
        <Button
          type="submit"
          variant="outlined"
          disabled={address.trim() === kept || update.isPending}
          aria-label={words.save(domain.shown_host)}
          sx={{ height: { sm: 40 } }}
        >
          Save
        </Button>
      ) : null}
    </Box>
  );
}
