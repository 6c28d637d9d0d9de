import { t } from "@lingui/core/macro";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useQuery } from "@tanstack/react-query";
import { useUpdateCode } from "@/features/codes/codes/api/update-code";
import type { Code } from "@/features/codes/codes/types";
import { handleResult } from "@/shared/api/handle-result";
import { useToasts } from "@/shared/components/toasts";
import { domainsQuery } from "@/shared/domains/domains";

/** Selects the host in a code's link and picture. Renders nothing for organisations without a custom domain. */
export function HostSelect({ code }: { code: Code }) {
  const { data } = useQuery(domainsQuery);
  const update = useUpdateCode();
  const toasts = useToasts();
  const proven = data?.items.filter(({ is_proven }) => is_proven) ?? [];
  if (data === undefined || proven.length === 0) {
    return null;
  }
  const usual = proven.find(({ is_default }) => is_default)?.shown_host ?? data.product_host;
  const choose = (domain: string) => {
    handleResult(update.mutateAsync({ code: { code_id: code.code_id, domain, version: code.version }, design: null }), {
      onSuccess: () => toasts.success(t`Link changed. The old link keeps working`),
      onError: toasts.error,
    });
  };
  return (
    <TextField
      select
      fullWidth
      size="small"
      label={t`Domain`}
      value={code.domain}
      disabled={update.isPending}
      onChange={({ target }) => choose(target.value)}
      helperText={t`Codes printed with another domain keep working`}
      sx={{ mb: 2 }}
    >
      <MenuItem value="default">
        {code.base_code_id === null ? t`Default: ${usual}` : t`Same as the base code`}
      </MenuItem>
      <MenuItem value="product">{data.product_host}</MenuItem>
      {proven.map((domain) => (
        <MenuItem key={domain.domain_id} value={domain.domain_id}>
          {domain.shown_host}
        </MenuItem>
      ))}
    </TextField>
  );
}
