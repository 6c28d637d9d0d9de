import { t } from "@lingui/core/macro";
import { isVisitorName } from "@/features/insights/analytics/visitors";
import { SearchBox } from "@/shared/components/search-box";

interface VisitorFieldProps {
  /** The name to filter by, or empty for everybody. */
  value: string;
  onChange: (name: string) => void;
}

/** Filters by a visitor's name, as every table and file shows it. */
export function VisitorField({ value, onChange }: VisitorFieldProps) {
  const isWrong = value.trim() !== "" && !isVisitorName(value);
  return (
    <SearchBox
      label={t`Find a visitor`}
      placeholder={t`16 characters`}
      value={value}
      onChange={onChange}
      problem={isWrong ? t`A visitor name has 16 characters: 0–9 and a–f` : undefined}
    />
  );
}
