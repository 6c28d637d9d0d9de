import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type SyntheticEvent, useState } from "react";
import { useAddDomain } from "@/features/hosts/custom-domains/api/domains";
import { fieldErrorText } from "@/features/hosts/custom-domains/texts";
import { useToasts } from "@/shared/components/toasts";

/** Adds a custom domain. Its card then shows how to verify it. */
export function AddDomain({ isFull }: { isFull: boolean }) {
  const add = useAddDomain();
  const toasts = useToasts();
  const [host, setHost] = useState("");
  const [problem, setProblem] = useState("");
  const save = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (host.trim() === "") {
      setProblem(t`Enter a host name, such as go.example.com`);
      return;
    }
    try {
      const added = await add.mutateAsync(host.trim());
      setHost("");
      setProblem("");
      toasts.success(t`${added.shown_host} was added. Now verify it.`);
    } catch (error) {
      setProblem(fieldErrorText(error, "host"));
    }
  };
  return (
    <Card component="section" aria-labelledby="add-domain" sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography id="add-domain" variant="h5" component="h2" sx={{ mb: 2 }}>
        <Trans>Add domain</Trans>
      </Typography>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => void save(event)}
        sx={{ display: "flex", flexDirection: { xs: "column", sm: "row" }, gap: 2 }}
      >
        <TextField
          label={t`Domain`}
          placeholder="go.example.com"
          value={host}
          onChange={({ target }) => {
            setHost(target.value);
            setProblem("");
          }}
          disabled={isFull}
          error={problem !== ""}
          helperText={
            problem ||
            (isFull
              ? t`You have reached the maximum number of domains. Remove one you no longer use.`
              : t`A subdomain of a domain you own that does not host a website yet`)
          }
          slotProps={{
            htmlInput: {
              autoCapitalize: "none",
              autoCorrect: "off",
              spellCheck: false,
              inputMode: "url",
              maxLength: 300,
            },
          }}
          sx={{ flex: 1 }}
        />
        <Button
          type="submit"
          variant="contained"
          disabled={add.isPending || isFull}
          sx={{ height: { sm: 40 }, flexShrink: 0 }}
        >
          <Trans>Add domain</Trans>
        </Button>
      </Box>
    </Card>
  );
}
