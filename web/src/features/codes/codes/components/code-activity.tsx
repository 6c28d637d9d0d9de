import { plural, t } from "@lingui/core/macro";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { CodeActivity } from "@/features/codes/codes/api/code-activity";
import type { Code } from "@/features/codes/codes/types";

/** What it is among its family, in a word or two; null for a code without one. */
export function familyOf(code: Code, activity: CodeActivity | undefined): string | null {
  if (code.base_code_id) {
    return t`Child`;
  }
  return activity?.children ? plural(activity.children, { one: "# child", other: "# children" }) : null;
}

/** Whether other codes follow it, or it follows another. */
export function FamilyChip({ code, activity }: { code: Code; activity: CodeActivity | undefined }) {
  const label = familyOf(code, activity);
  return label === null ? null : <Chip size="small" label={label} sx={{ height: 18 }} />;
}

/** The first tags, and how many more there are. */
export function TagChips({ tags, most = 2 }: { tags: readonly string[]; most?: number }) {
  return (
    <Stack direction="row" spacing={0.5} title={tags.join(", ")} sx={{ minWidth: 0, overflow: "hidden" }}>
      {tags.slice(0, most).map((tag) => (
        <Chip key={tag} size="small" variant="outlined" label={tag} sx={{ height: 20, minWidth: 0 }} />
      ))}
      {tags.length > most ? (
        <Typography variant="caption" color="textSecondary">
          +{tags.length - most}
        </Typography>
      ) : null}
    </Stack>
  );
}
