import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { type SyntheticEvent, useState } from "react";
import { useUpdateDomain } from "@/features/hosts/custom-domains/api/domains";
import { fieldErrorText } from "@/features/hosts/custom-domains/texts";
import { useToasts } from "@/shared/components/toasts";
import type { Domain } from "@/shared/domains/domains";

const FIELDS = {
  home_url: {
    label: msg`Home page redirect`,
    empty: msg`Leave empty to show a page with your name`,
    save: (host: string) => t`Save home page redirect for ${host}`,
    saved: (host: string) => t`Home page redirect saved for ${host}`,
    cleared: (host: string) => t`Home page redirect removed for ${host}`,
    problem: "home_problem",
  },
  unknown_url: {
    label: msg`Not-found redirect`,
    empty: msg`Leave empty to show a not-found page`,
    save: (host: string) => t`Save not-found redirect for ${host}`,
    saved: (host: string) => t`Not-found redirect saved for ${host}`,
    cleared: (host: string) => t`Not-found redirect removed for ${host}`,
    problem: "unknown_problem",
  },
} as const;

interface DomainAddressProps {
  domain: Domain;
  field: keyof typeof FIELDS;
  mayEdit: boolean;
}

/** The redirect from a domain's root address, or from addresses that are not found. */
export function DomainAddress({ domain, field, mayEdit }: DomainAddressProps) {
  const words = FIELDS[field];
  const update = useUpdateDomain();
  const toasts = useToasts();
  const savedAddress = domain[field] ?? "";
  const [address, setAddress] = useState(savedAddress);
  const [problem, setProblem] = useState("");
  const checkProblem = address.trim() === savedAddress ? domain[words.problem] : null;
  const save = async (event: SyntheticEvent) => {
    event.preventDefault();
    try {
      const saved = await update.mutateAsync({ domain_id: domain.domain_id, [field]: address.trim() });
      toasts.success((saved[field] === null ? words.cleared : words.saved)(domain.shown_host));
    } catch (error) {
      setProblem(fieldErrorText(error, field));
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
        label={t(words.label)}
        placeholder="https://"
        value={address}
        disabled={!mayEdit}
        onChange={({ target }) => {
          setAddress(target.value);
          setProblem("");
        }}
        error={problem !== "" || checkProblem !== null}
        helperText={problem || (checkProblem === null ? t(words.empty) : t`Last night’s check: ${checkProblem}`)}
        slotProps={{ htmlInput: { inputMode: "url", maxLength: 2048 } }}
        sx={{ flex: 1 }}
      />
      {mayEdit ? (
        <Button
          type="submit"
          variant="outlined"
          disabled={address.trim() === savedAddress || update.isPending}
          aria-label={words.save(domain.shown_host)}
          sx={{ height: { sm: 40 } }}
        >
          <Trans>Save</Trans>
        </Button>
      ) : null}
    </Box>
  );
}
