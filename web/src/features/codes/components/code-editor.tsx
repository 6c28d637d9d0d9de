import { zodResolver } from "@hookform/resolvers/zod";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Stack from "@mui/material/Stack";
import type { ReactNode } from "react";
import { Controller, FormProvider, useForm } from "react-hook-form";
import { type CodeForm, codeFormSchema, formField } from "@/features/codes/code-form";
import { ContentFields } from "@/features/codes/components/code-form-fields";
import type { PicturePanels } from "@/features/codes/types";
import { ApiError } from "@/shared/api/errors";
import { useToasts } from "@/shared/components/toasts";

interface CodeEditorProps {
  panels: PicturePanels;
  initial: CodeForm;
  kindIsFixed?: boolean;
  previewContent: string;
  previewNote?: string;
  saveLabel: string;
  onSave: (form: CodeForm) => Promise<unknown>;
  cancel: ReactNode;
}

/** The form of a code beside its picture, for new codes and old ones. */
export function CodeEditor(props: CodeEditorProps) {
  const { panels } = props;
  const toasts = useToasts();
  const form = useForm<CodeForm>({
    defaultValues: props.initial,
    resolver: zodResolver(codeFormSchema) as never,
    mode: "onTouched",
  });

  const save = form.handleSubmit(async (values) => {
    try {
      await props.onSave(values);
    } catch (error) {
      if (!(error instanceof ApiError) || !showFieldErrors(error)) {
        toasts.error(error);
      }
    }
  });

  function showFieldErrors(error: ApiError): boolean {
    let shown = false;
    for (const [name, message] of Object.entries(error.fields)) {
      const field = formField(name);
      if (field !== undefined) {
        form.setError(field, { message }, { shouldFocus: !shown });
        shown = true;
      }
    }
    return shown;
  }

  return (
    <FormProvider {...form}>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => void save(event)}
        sx={{ display: "grid", gap: 3, gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 1fr) 340px" }, alignItems: "start" }}
      >
        <Card sx={{ p: { xs: 2, sm: 3 } }}>
          <Stack spacing={3}>
            <ContentFields kindIsFixed={props.kindIsFixed ?? false} />
            <Controller
              name="design"
              control={form.control}
              render={({ field, fieldState: { error } }) => (
                <panels.Designer design={field.value} onChange={field.onChange} problem={error?.message} />
              )}
            />
            <Stack direction="row" spacing={1.5} sx={{ justifyContent: "flex-end" }}>
              {props.cancel}
              <Button type="submit" variant="contained" disabled={form.formState.isSubmitting}>
                {props.saveLabel}
              </Button>
            </Stack>
          </Stack>
        </Card>
        <Controller
          name="design"
          control={form.control}
          render={({ field }) => (
            <panels.Preview design={field.value} onChange={field.onChange} content={props.previewContent} note={props.previewNote} />
          )}
        />
      </Box>
    </FormProvider>
  );
}
