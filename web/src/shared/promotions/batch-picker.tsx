import { t } from "@lingui/core/macro";
import { batchSource } from "@/shared/promotions/batches";
import { SearchPicker } from "@/shared/search-picker/search-picker";

interface BatchPickerProps {
  label: string;
  /** The batch's id, or empty for none. */
  value: string;
  onChange: (batchId: string) => void;
  /** What is wrong with the choice. */
  problem: string | undefined;
  helperText?: string;
  required?: boolean;
}

/** Chooses a batch of promo codes by name. */
export function BatchPicker({ value, onChange, problem, helperText, ...props }: BatchPickerProps) {
  return (
    <SearchPicker
      {...props}
      source={batchSource}
      value={value || null}
      onChange={(batchId) => onChange(batchId ?? "")}
      deleted={t`Deleted batch`}
      gone={t`This batch no longer exists. Choose another one.`}
      failed={t`Your batches couldn’t be loaded.`}
      none={t`No batch has this name.`}
      empty={t`Create promo codes first, under Promo codes on a code.`}
      error={problem !== undefined}
      helperText={problem ?? helperText}
    />
  );
}
