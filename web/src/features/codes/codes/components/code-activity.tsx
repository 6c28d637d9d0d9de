import { plural, t } from "@lingui/core/macro";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { CodeActivity } from "@/features/codes/codes/api/code-activity";
import type { Code } from "@/features/codes/codes/types";

/** Returns the relation of a code to its base or children in a word or two, or null if it has neither. */
export function familyOf(code: Code, activity: CodeActivity | undefined): string | null {
  if (code.base_code_id) {
    return t`Child`;
  }
  return activity?.children ? plural(activity.children, { one: "# child", other: "# children" }) : null;
}

/** Shows whether the code has children or a base. */
export function FamilyChip({ code, activity }: { code: Code; activity: CodeActivity | undefined }) {
  const label = familyOf(code, activity);
  return label === null ? null : <Chip size="small" label={label} sx={{ height: 18 }} />;
}

/** Shows the first tags, and the number of the others. */
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
