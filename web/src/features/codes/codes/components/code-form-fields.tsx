import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import TextField, { type TextFieldProps } from "@mui/material/TextField";
import type { ReactNode } from "react";
import { Controller, type FieldPath, useFormContext, useWatch } from "react-hook-form";
import { type CodeForm, hasContent } from "@/features/codes/codes/code-form";
import { DestinationFields } from "@/features/codes/codes/components/destination-fields";

type TextName = Exclude<
  FieldPath<CodeForm>,
  | "content"
  | "exists"
  | "tags"
  | `tags.${number}`
  | "forwards_query"
  | "app_links"
  | `app_links.${string}`
  | "design"
  | `design.${string}`
>;

function TextInput({ name, helperText, ...props }: { name: TextName } & Omit<TextFieldProps, "name">) {
  const { control } = useFormContext<CodeForm>();
  return (
    <Controller
      name={name}
      control={control}
      render={({ field: { ref, ...field }, fieldState: { error } }) => (
        <TextField
          {...props}
          {...field}
          inputRef={ref}
          error={error !== undefined}
          helperText={error?.message ?? helperText}
        />
      )}
    />
  );
}

interface ContentFieldsProps {
  /** Selects the kind of a new code. The kind of an existing code is fixed. */
  kindChoice?: ReactNode;
  /** A link to the screen on which the rest of the code's content is created. */
  elsewhere?: ReactNode;
}

/** The name, the kind, and the content or destination. */
export function ContentFields({ kindChoice, elsewhere }: ContentFieldsProps) {
  const { control } = useFormContext<CodeForm>();
  const kind = useWatch({ control, name: "type" });
  const isNew = kindChoice !== undefined;
  const next = NEXT[kind];
  return (
    <Stack spacing={2}>
      <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { sm: isNew ? "minmax(0, 1fr) 200px" : "1fr" } }}>
        <TextInput name="name" label={t`Name`} required helperText={t`Only visible to your team`} autoFocus={isNew} />
        {kindChoice}
      </Box>
      {kind === "redirect" ? (
        <TextInput
          name="destination"
          label={t`Destination`}
          required
          type="url"
          placeholder="https://example.com/menu"
          helperText={isNew ? t`You can change it at any time, even after printing` : t`Where people go when they scan`}
          slotProps={{ htmlInput: { inputMode: "url", autoCapitalize: "none", spellCheck: false } }}
        />
      ) : hasContent(kind) ? (
        <PageFields />
      ) : (
        <Typography variant="body2" color="textSecondary">
          {isNew && next ? t(next) : null}
        </Typography>
      )}
      {kind === "redirect" && !isNew ? <DestinationFields /> : null}
      {elsewhere}
    </Stack>
  );
}

const NEXT: Partial<Record<CodeForm["type"], MessageDescriptor>> = {
  form: msg`You design the form in the next step.`,
  poll: msg`You write the question in the next step.`,
  wall: msg`You set up the wall in the next step. It shows photos once you approve them.`,
  game: msg`You choose an occasion or an empty game in the next step.`,
  note: msg`You write the note in the next step.`,
};

/** The slug of a new code's link and the parameters that it adds. */
export function LinkFields({ host }: { host: string | undefined }) {
  const { control } = useFormContext<CodeForm>();
  const kind = useWatch({ control, name: "type" });
  return (
    <Stack spacing={2}>
      <TextInput
        name="slug"
        label={t`Link slug`}
        placeholder="spring-menu"
        helperText={
          host === undefined ? t`Optional. The code also has an ID that always works` : t`The link starts with ${host}/`
        }
        slotProps={{ htmlInput: { autoCapitalize: "none", spellCheck: false, maxLength: 64 } }}
      />
      {kind === "redirect" ? <DestinationFields /> : null}
    </Stack>
  );
}

function PageFields() {
  return (
    <Stack spacing={2.5}>
      <TextInput name="content.title" label={t`Title`} placeholder={t`Welcome`} />
      <TextInput
        name="content.text"
        label={t`Text`}
        multiline
        minRows={4}
        maxRows={12}
        helperText={t`Separate paragraphs with an empty line`}
      />
      <Box sx={{ display: "grid", gap: 2.5, gridTemplateColumns: { sm: "1fr 1.4fr" } }}>
        <TextInput name="content.button_label" label={t`Button`} placeholder={t`View menu`} helperText={t`Optional`} />
        <TextInput
          name="content.button_url"
          label={t`Button URL`}
          type="url"
          placeholder="https://example.com/menu"
          slotProps={{ htmlInput: { inputMode: "url", autoCapitalize: "none", spellCheck: false } }}
        />
      </Box>
    </Stack>
  );
}
