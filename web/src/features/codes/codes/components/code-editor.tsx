import { Trans } from "@lingui/react/macro";
import { zodResolver } from "@hookform/resolvers/zod";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Stack from "@mui/material/Stack";
import { type ReactNode, useEffect, useState } from "react";
import { Controller, FormProvider, useForm } from "react-hook-form";
import { type CodeForm, codeFormSchema, formField } from "@/features/codes/codes/code-form";
import { ContentFields } from "@/features/codes/codes/components/code-form-fields";
import { DesignField, NewCodeFields } from "@/features/codes/codes/components/new-code-fields";
import type { PicturePanels } from "@/features/codes/codes/types";
import { ApiError, hiddenFieldErrors } from "@/shared/api/errors";
import { LeaveGuard } from "@/shared/components/leave-guard";
import { useToasts } from "@/shared/components/toasts";

const NOT_READABLE = "picture_not_readable";

interface CodeEditorProps {
  panels: PicturePanels;
  initial: CodeForm;
  /** For new codes: selects their kind. */
  kindChoice?: (kind: CodeForm["type"], choose: (kind: CodeForm["type"]) => void) => ReactNode;
  /** A kind that was selected outside the form. */
  wantedKind?: CodeForm["type"] | null;
  /** For new codes: tags, folder and placement, if they are available. */
  organizing?: ReactNode;
  elsewhere?: ReactNode;
  /** The custom domain that the code will have. */
  host?: string;
  previewContent: string;
  previewNote?: string;
  saveLabel: string;
  /** Whether other parts of the code are edited next to it, at the same path. */
  isPart?: boolean;
  /** Whether the input is saved already, so that leaving loses nothing. */
  isSaved?: boolean;
  /** `asIs`: whether to save the picture although no scanner finds the code in it. */
  onSave: (form: CodeForm, asIs: boolean) => Promise<unknown>;
  cancel: ReactNode;
}

/** The form of a code next to its picture, for new and existing codes. */
export function CodeEditor(props: CodeEditorProps) {
  const { panels } = props;
  const toasts = useToasts();
  const form = useForm<CodeForm>({
    defaultValues: props.initial,
    resolver: zodResolver(codeFormSchema) as never,
    mode: "onTouched",
  });

  const [isUnreadable, setUnreadable] = useState(false);
  const { isDirty, isSubmitting } = form.formState;
  const { wantedKind } = props;
  const { setValue } = form;
  useEffect(() => {
    if (wantedKind) {
      setValue("type", wantedKind, { shouldDirty: true });
    }
  }, [wantedKind, setValue]);

  const save = (asIs: boolean) =>
    form.handleSubmit(async (values) => {
      try {
        await props.onSave(values, asIs);
      } catch (error) {
        if (error instanceof ApiError && error.code === NOT_READABLE) {
          setUnreadable(true);
        } else {
          setUnreadable(false);
          showProblems(error);
        }
      }
    })();

  /** Returns the field that shows a server error, or undefined if this form does not have it. */
  function shownField(name: string) {
    const field = formField(name);
    const isFiling = field === "tags" || field === "folder_id" || field === "placement";
    return isFiling && !props.organizing ? undefined : field;
  }

  function showProblems(error: unknown) {
    if (!(error instanceof ApiError) || Object.keys(error.fields).length === 0) {
      toasts.error(error);
      return;
    }
    let isFirst = true;
    for (const [name, message] of Object.entries(error.fields)) {
      const field = shownField(name);
      if (field !== undefined) {
        form.setError(field, { message }, { shouldFocus: isFirst });
        isFirst = false;
      }
    }
    const hiddenErrors = hiddenFieldErrors(error, (name) => shownField(name) !== undefined);
    if (hiddenErrors !== null) {
      toasts.error(hiddenErrors);
    }
  }

  return (
    <FormProvider {...form}>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save(false);
        }}
        sx={{
          display: "grid",
          gap: 3,
          gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 1fr) 340px" },
          alignItems: "start",
        }}
      >
        <Card sx={{ p: { xs: 2, sm: 3 } }}>
          <Stack spacing={3}>
            {props.kindChoice === undefined ? (
              <>
                <ContentFields elsewhere={props.elsewhere} />
                <DesignField panels={panels} />
              </>
            ) : (
              <NewCodeFields {...props} kindChoice={props.kindChoice} />
            )}
            <Stack direction="row" spacing={1.5} sx={{ justifyContent: "flex-end" }}>
              {props.cancel}
              <Button type="submit" variant="contained" disabled={isSubmitting}>
                {props.saveLabel}
              </Button>
            </Stack>
          </Stack>
        </Card>
        <Controller
          name="design"
          control={form.control}
          render={({ field }) => (
            <panels.Preview
              design={field.value}
              onChange={field.onChange}
              content={props.previewContent}
              note={props.previewNote}
            />
          )}
        />
      </Box>
      {/* Who saves goes on to another screen from within. */}
      <LeaveGuard isPart={props.isPart} isChanged={isDirty && !isSubmitting && !props.isSaved}>
        <Trans>You have unsaved changes.</Trans>
      </LeaveGuard>
      {isUnreadable ? (
        <Controller
          name="design"
          control={form.control}
          render={({ field }) => (
            <panels.Unreadable
              design={field.value}
              onChange={field.onChange}
              content={props.previewContent}
              isSaving={isSubmitting}
              onSave={(asIs) => void save(asIs)}
              onClose={() => setUnreadable(false)}
            />
          )}
        />
      ) : null}
    </FormProvider>
  );
}
