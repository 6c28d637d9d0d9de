import { zodResolver } from "@hookform/resolvers/zod";
import { t } from "@lingui/core/macro";
import { type FieldValues, useForm } from "react-hook-form";
import type { z } from "zod";
import { useUpdateOrganization } from "@/features/org/organization/api/save-organization";
import type { components } from "@/shared/api/schema";
import { handleResult } from "@/shared/api/handle-result";
import { useToasts } from "@/shared/components/toasts";

type Organization = components["schemas"]["OrganizationData"];

interface SettingsForm<Values extends FieldValues> {
  organization: Organization;
  schema: z.ZodType<Values, Values>;
  /** What the form shows of an organisation. */
  valuesOf: (organization: Organization) => Values;
  /** The request for the fields that were touched. */
  bodyOf?: (touched: Partial<Values>) => components["schemas"]["UpdateOrganization"];
}

/** A form over some of the organisation's settings, which sends what was touched only. */
export function useSettingsForm<Values extends FieldValues>({
  organization,
  schema,
  valuesOf,
  bodyOf = (touched) => touched,
}: SettingsForm<Values>) {
  const update = useUpdateOrganization();
  const toasts = useToasts();
  const form = useForm<Values, unknown, Values>({
    resolver: zodResolver(schema),
    // Read again whenever anything of the organisation changed, by oneself beside this form or by somebody else:
    // what is being written here stays.
    resetOptions: { keepDirtyValues: true },
    values: valuesOf(organization),
  });
  const { dirtyFields, isDirty } = form.formState;
  const save = form.handleSubmit((values) => {
    // What was not touched may have been changed by somebody else meanwhile.
    const touched = Object.fromEntries(
      Object.entries(values).filter(([name]) => (dirtyFields as Record<string, unknown>)[name]),
    );
    handleResult(update.mutateAsync(bodyOf(touched as Partial<Values>)), {
      onSuccess: (saved) => {
        toasts.success(t`Settings saved`);
        // As it is kept now, with what somebody else changed while this form was open.
        form.reset(valuesOf(saved));
      },
      onError: toasts.error,
    });
  });
  return { form, save, isSaving: update.isPending, isChanged: isDirty };
}
