import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { type SyntheticEvent, useState } from "react";
import { useUpdateDomain } from "@/features/domains/api/domains";
import { saidOf } from "@/features/domains/words";
import { useToasts } from "@/shared/components/toasts";
import type { Domain } from "@/shared/domains/domains";

/** Where the bare address of a domain leads. */
export function HomeAddress({ domain, mayEdit }: { domain: Domain; mayEdit: boolean }) {
  const update = useUpdateDomain();
  const toasts = useToasts();
  const kept = domain.home_url ?? "";
  const [address, setAddress] = useState(kept);
  const [problem, setProblem] = useState("");
  const save = async (event: SyntheticEvent) => {
    event.preventDefault();
    try {
      const saved = await update.mutateAsync({ domain_id: domain.domain_id, home_url: address.trim() });
      toasts.success(saved.home_url === null ? `${domain.shown_host} says what it is` : `${domain.shown_host} leads on`);
    } catch (error) {
      setProblem(saidOf(error, "home_url"));
    }
  };
  return (
    <Box component="form" noValidate onSubmit={(event) => void save(event)} sx={{ display: "flex", flexDirection: { xs: "column", sm: "row" }, gap: 1.5 }}>
      <TextField
        label="Its bare address leads to"
        placeholder="https://"
        value={address}
        disabled={!mayEdit}
        onChange={({ target }) => {
          setAddress(target.value);
          setProblem("");
        }}
        error={problem !== ""}
        helperText={problem || "Empty: a page with your name that says that codes open here"}
        slotProps={{ htmlInput: { inputMode: "url", maxLength: 2048 } }}
        sx={{ flex: 1 }}
      />
      {mayEdit ? (
        <Button type="submit" variant="outlined" disabled={address.trim() === kept || update.isPending} aria-label={`Save where ${domain.shown_host} leads`} sx={{ height: { sm: 40 } }}>
          Save
        </Button>
      ) : null}
    </Box>
  );
}
