import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { Controller, useFormContext, useFormState, useWatch } from "react-hook-form";
import { appLinksInWords } from "@/features/codes/codes/app-links";
import { type CodeForm, isSameDesign } from "@/features/codes/codes/code-form";
import { ContentFields, LinkFields } from "@/features/codes/codes/components/code-form-fields";
import { FormSection } from "@/features/codes/codes/components/form-section";
import type { PicturePanels } from "@/features/codes/codes/types";
import { PLAIN_DESIGN } from "@/shared/codes/plain-design";

interface NewCodeFieldsProps {
  panels: PicturePanels;
  kindChoice: (kind: CodeForm["type"], choose: (kind: CodeForm["type"]) => void) => ReactNode;
  organizing?: ReactNode;
  /** The custom domain with which the link will begin. */
  host?: string | undefined;
}

/** The fields of a new code: the required ones, where it belongs, and the rest in sections that open. */
export function NewCodeFields({ panels, kindChoice, organizing, host }: NewCodeFieldsProps) {
  const { control } = useFormContext<CodeForm>();
  const { errors, defaultValues } = useFormState({ control });
  const begunSlug = defaultValues?.slug ?? "";
  const [design, slug, forwards, links] = useWatch({
    control,
    name: ["design", "slug", "forwards_query", "app_links"],
  });
  const link = [
    slug === "" ? null : t`Slug ${slug}`,
    forwards ? t`Query parameters forwarded` : null,
    links === null ? null : appLinksInWords(links),
  ].filter((part) => part !== null);
  return (
    <>
      <ContentFields
        kindChoice={
          <Controller
            name="type"
            control={control}
            render={({ field }) => <>{kindChoice(field.value, (kind) => field.onChange(kind))}</>}
          />
        }
      />
      {organizing}
      <Stack spacing={1.5}>
        <FormSection
          title={t`Design`}
          summary={isSameDesign(design, PLAIN_DESIGN) ? t`Black on white, no logo or frame` : t`Your own design`}
          hasProblem={errors.design !== undefined}
        >
          <DesignField panels={panels} />
        </FormSection>
        <FormSection
          title={t`Link options`}
          summary={link.length === 0 ? t`Slug, UTM parameters, opening an app` : link.join(" · ")}
          startsOpen={begunSlug !== ""}
          hasProblem={errors.slug !== undefined || errors.app_links !== undefined}
        >
          <LinkFields host={host} />
        </FormSection>
        <Typography variant="body2" color="textSecondary">
          <Trans>Rules, password, schedule and limits: add them under Edit once the code exists.</Trans>
        </Typography>
      </Stack>
    </>
  );
}

/** The design of the picture. */
export function DesignField({ panels }: { panels: PicturePanels }) {
  const { control } = useFormContext<CodeForm>();
  return (
    <Controller
      name="design"
      control={control}
      render={({ field, fieldState: { error } }) => (
        <panels.Designer design={field.value} onChange={field.onChange} problem={error?.message} />
      )}
    />
  );
}
