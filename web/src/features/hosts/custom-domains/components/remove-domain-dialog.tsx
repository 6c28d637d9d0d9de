import { useRemoveDomain } from "@/features/hosts/custom-domains/api/domains";
import { codesWords } from "@/features/hosts/custom-domains/words";
import { settle } from "@/shared/api/settle";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { useToasts } from "@/shared/components/toasts";
import type { Domain } from "@/shared/domains/domains";

/** Asks before a domain is given up, and says how many codes carry it. */
export function RemoveDomainDialog({ domain, onClose }: { domain: Domain | null; onClose: () => void }) {
  const remove = useRemoveDomain();
  const toasts = useToasts();
  const end = () => {
    if (domain === null) {
      return;
    }
    settle(remove.mutateAsync({ domain_id: domain.domain_id, codes: domain.codes }), {
      onSuccess: () => toasts.success(`${domain.shown_host} was removed`),
      onError: toasts.error,
      onSettled: onClose,
    });
  };
  return (
    <ConfirmDialog
      open={domain !== null}
      title={`Remove ${domain?.shown_host ?? ""}?`}
      confirmLabel={domain !== null && domain.codes > 0 ? "Remove it nonetheless" : "Remove"}
      busy={remove.isPending}
      onConfirm={end}
      onCancel={onClose}
    >
      {domain !== null && domain.codes > 0
        ? `${codesWords(domain.codes)}. Whatever is printed with it stops working at once; the codes themselves go on under another address.`
        : "No code carries it now. What was printed with it before stops working."}
    </ConfirmDialog>
  );
}
