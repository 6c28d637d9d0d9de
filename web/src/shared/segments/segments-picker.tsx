import { t } from "@lingui/core/macro";
import Autocomplete from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import { useQuery } from "@tanstack/react-query";
import { allSegmentsQuery } from "@/shared/segments/segments";

interface SegmentsPickerProps {
  label: string;
  /** The ids of the chosen segments. */
  value: readonly string[];
  onChange: (segmentIds: string[]) => void;
  helperText?: string | undefined;
  error?: boolean;
}

/** Chooses segments by name. */
export function SegmentsPicker({ label, value, onChange, helperText, error }: SegmentsPickerProps) {
  const segments = useQuery(allSegmentsQuery);
  const names = new Map(segments.data?.map((one) => [one.segment_id, one.name]));
  return (
    <Autocomplete
      multiple
      fullWidth
      size="small"
      options={[...names.keys()]}
      value={[...value]}
      loading={segments.isPending}
      onChange={(_, ids) => onChange(ids)}
      getOptionLabel={(id) => names.get(id) ?? (segments.isPending ? "…" : t`Deleted segment`)}
      getOptionKey={(id) => id}
      filterSelectedOptions
      noOptionsText={segments.isError ? t`Your segments couldn’t be loaded.` : t`No segment has this name.`}
      slotProps={{ chip: { size: "small" } }}
      renderInput={(params) => <TextField {...params} label={label} helperText={helperText} error={error ?? false} />}
    />
  );
}
