import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import { checkQuery } from "@/features/picture/api/check-picture";
import { Warnings } from "@/features/picture/components/warnings";
import type { DesignProps } from "@/features/picture/types";

/** What print makes of a design that was just saved; a fix is saved at once. Nothing until it is known. */
export function KeptPictureCheck({ codeId, version, design, onChange }: DesignProps & { codeId: string; version: number }) {
  const check = useQuery(checkQuery(codeId, null, null, version));
  return (
    <Stack spacing={1.5} aria-live="polite" sx={{ width: "100%", maxWidth: 400, textAlign: "start" }}>
      {check.data ? <Warnings found={check.data} design={design} onChange={onChange} /> : null}
    </Stack>
  );
}
