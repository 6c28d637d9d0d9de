import { t } from "@lingui/core/macro";
import Autocomplete from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import { useQuery } from "@tanstack/react-query";
import { tagsQuery } from "@/features/codes/codes/api/bulk-change";
import { MAX_TAGS, splitTags, tagsProblem } from "@/features/codes/codes/tags";

interface TagsFieldProps {
  tags: readonly string[];
  /** Text in the field that is not a tag yet. It counts when the form is submitted. */
  typed: string;
  onTags: (tags: string[]) => void;
  onTyped: (typed: string) => void;
  /** Whether only existing tags can be chosen. */
  existingOnly?: boolean;
  autoFocus?: boolean;
  helperText?: string;
  error?: string;
}

/** A field for tags, existing or new. */
export function TagsField(props: TagsFieldProps) {
  const { tags, typed, onTags, onTyped, existingOnly = false, autoFocus = false } = props;
  const existing = useQuery(tagsQuery).data ?? [];
  const isExisting = (tag: string) => existing.some((one) => one.tag === tag);
  const problem = props.error ?? tagsProblem([...new Set([...tags, ...(existingOnly ? [] : splitTags(typed))])]);
  const help = props.helperText ?? (existingOnly ? "" : t`Press Enter or a comma after each tag`);
  return (
    <Autocomplete
      multiple
      freeSolo={!existingOnly}
      options={existing.map((one) => one.tag)}
      value={[...tags]}
      onChange={(_, value) =>
        onTags([...new Set(value.flatMap((tag) => (isExisting(tag) || tags.includes(tag) ? [tag] : splitTags(tag))))])
      }
      inputValue={typed}
      onInputChange={(_, value) => onTyped(value)}
      filterSelectedOptions
      renderInput={(input) => (
        <TextField
          {...input}
          label={t`Tags`}
          autoFocus={autoFocus}
          placeholder={tags.length === 0 ? t`summer, terrace…` : ""}
          error={problem !== ""}
          helperText={problem || help}
        />
      )}
      limitTags={MAX_TAGS}
    />
  );
}
