import { t } from "@lingui/core/macro";
import { useRemoveDomain } from "@/features/hosts/custom-domains/api/domains";
import { codesText } from "@/features/hosts/custom-domains/texts";
import { handleResult } from "@/shared/api/handle-result";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { useToasts } from "@/shared/components/toasts";
import type { Domain } from "@/shared/domains/domains";

/** Asks for confirmation before a domain is removed, and shows how many codes use it. */
export function RemoveDomainDialog({ domain, onClose }: { domain: Domain | null; onClose: () => void }) {
  const remove = useRemoveDomain();
  const toasts = useToasts();
  const end = () => {
    if (domain === null) {
      return;
    }
    handleResult(remove.mutateAsync({ domain_id: domain.domain_id, codes: domain.codes }), {
      onSuccess: () => toasts.success(t`${domain.shown_host} was removed`),
      onError: toasts.error,
      onSettled: onClose,
    });
  };
  return (
    <ConfirmDialog
      open={domain !== null}
      title={t`Remove ${domain?.shown_host ?? ""}?`}
      confirmLabel={domain !== null && domain.codes > 0 ? t`Remove anyway` : t`Remove`}
      busy={remove.isPending}
      onConfirm={end}
      onCancel={onClose}
    >
      {domain !== null && domain.codes > 0
        ? t`${codesText(domain.codes)}. Links printed with this domain stop working immediately. The codes keep working under another domain.`
        : t`No code uses it. Links printed with this domain stop working.`}
    </ConfirmDialog>
  );
}
