import { t } from "@lingui/core/macro";
import { SearchPickers } from "@/shared/search-picker/search-pickers";
import { segmentSource } from "@/shared/segments/segment-source";

interface SegmentsPickerProps {
  label: string;
  /** The ids of the chosen segments. */
  value: readonly string[];
  onChange: (segmentIds: string[]) => void;
  helperText?: string | undefined;
  error?: boolean;
}

/** Chooses segments by name. */
export function SegmentsPicker(props: SegmentsPickerProps) {
  return (
    <SearchPickers
      {...props}
      source={segmentSource}
      deleted={t`Deleted segment`}
      failed={t`Your segments couldn’t be loaded.`}
      none={t`No segment has this name.`}
    />
  );
}
