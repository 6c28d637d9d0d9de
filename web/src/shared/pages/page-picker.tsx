import { t } from "@lingui/core/macro";
import { type NamedPage, pageSource } from "@/shared/pages/page-source";
import { SearchPicker } from "@/shared/search-picker/search-picker";

interface PagePickerProps {
  label: string;
  /** A page's id; empty means the code's own page. */
  value: string;
  /** Whether the code has a page of its own. */
  hasOwn: boolean;
  onChange: (pageId: string) => void;
}

const OWN = "own";

/** Chooses a page of the organisation. */
export function PagePicker({ label, value, hasOwn, onChange }: PagePickerProps) {
  const own: NamedPage = { id: OWN, name: t`The code’s own page`, isPublished: true };
  const isMissing = !hasOwn && value === "";
  return (
    <SearchPicker
      size="small"
      label={label}
      source={pageSource}
      first={hasOwn ? [own] : []}
      value={value || (hasOwn ? OWN : null)}
      onChange={(id) => onChange(id === null || id === OWN ? "" : id)}
      deleted={t`Deleted page`}
      failed={t`Your pages couldn’t be loaded.`}
      none={t`No page has this name.`}
      problemOf={({ isPublished }) =>
        isPublished ? undefined : t`Not published yet. Until it is, the code leads to its usual destination`
      }
      disableClearable={hasOwn}
      error={isMissing}
      helperText={isMissing ? t`Choose the page to show` : undefined}
    />
  );
}
