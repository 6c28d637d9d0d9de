import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useQuery } from "@tanstack/react-query";
import { Controller, useFormContext } from "react-hook-form";
import type { CodeForm } from "@/features/codes/codes/code-form";
import { TagsField } from "@/features/codes/codes/components/tags-field";
import { flattenTree, foldersQuery, treeOf } from "@/shared/folders/folders";

/** Where a new code belongs: tags, folder and placement. */
export function OrganizingFields() {
  const { control } = useFormContext<CodeForm>();
  const folders = flattenTree(treeOf(useQuery(foldersQuery).data ?? []));
  return (
    <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { sm: "repeat(2, minmax(0, 1fr))" } }}>
      <Box sx={{ gridColumn: { sm: "1 / -1" } }}>
        <Controller
          name="tags"
          control={control}
          render={({ field: tags, fieldState: { error } }) => (
            <Controller
              name="typed_tag"
              control={control}
              render={({ field: typed }) => (
                <TagsField
                  tags={tags.value}
                  typed={typed.value}
                  onTags={tags.onChange}
                  onTyped={typed.onChange}
                  helperText={t`Optional. Separate tags with a comma`}
                  {...(error?.message === undefined ? {} : { error: error.message })}
                />
              )}
            />
          )}
        />
      </Box>
      <Controller
        name="folder_id"
        control={control}
        render={({ field: { ref, ...field }, fieldState: { error } }) => (
          <TextField
            {...field}
            inputRef={ref}
            select
            label={t`Folder`}
            // The folder in the address may not have loaded yet, or no longer exist.
            value={folders.some((one) => one.folder_id === field.value) ? field.value : ""}
            error={error !== undefined}
            helperText={error?.message}
            slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
          >
            <MenuItem value="">
              <Trans>No folder</Trans>
            </MenuItem>
            {folders.map((one) => (
              <MenuItem
                key={one.folder_id}
                value={one.folder_id}
                sx={{ whiteSpace: "normal", overflowWrap: "anywhere" }}
              >
                {one.trail.join(" / ")}
              </MenuItem>
            ))}
          </TextField>
        )}
      />
      <Controller
        name="placement"
        control={control}
        render={({ field: { ref, ...field }, fieldState: { error } }) => (
          <TextField
            {...field}
            inputRef={ref}
            label={t`Placement`}
            placeholder={t`Terrace, table 4`}
            error={error !== undefined}
            helperText={error?.message}
            slotProps={{ htmlInput: { maxLength: 200 } }}
          />
        )}
      />
    </Box>
  );
}
