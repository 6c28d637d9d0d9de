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
  /** Returns the form values of an organisation. */
  valuesOf: (organization: Organization) => Values;
  /** Returns the request for the changed fields. */
  bodyOf?: (touched: Partial<Values>) => components["schemas"]["UpdateOrganization"];
}

/** A form for some of the organisation's settings, which sends only changed fields. */
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
    // The values are refreshed whenever anything in the organisation changes, by this or another user, but unsaved
    // input stays.
    resetOptions: { keepDirtyValues: true },
    values: valuesOf(organization),
  });
  const { dirtyFields, isDirty } = form.formState;
  const save = form.handleSubmit((values) => {
    // Unchanged fields may have been changed by somebody else in the meantime.
    const touched = Object.fromEntries(
      Object.entries(values).filter(([name]) => (dirtyFields as Record<string, unknown>)[name]),
    );
    handleResult(update.mutateAsync(bodyOf(touched as Partial<Values>)), {
      onSuccess: (saved) => {
        toasts.success(t`Settings saved`);
        // The stored state, including changes that somebody else made while this form was open.
        form.reset(valuesOf(saved));
      },
      onError: toasts.error,
    });
  });
  return { form, save, isSaving: update.isPending, isChanged: isDirty };
}
