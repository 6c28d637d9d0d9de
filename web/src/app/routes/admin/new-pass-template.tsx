import { t } from "@lingui/core/macro";
import { NewTemplate } from "@/features/wallet/designer/components/new-template";
import { EditorsOnly } from "@/shared/components/editors-only";
import { paths } from "@/shared/config/paths";
import { reaches, useOrganization } from "@/shared/organization/organization";

/** `/admin/pass-templates/new`. */
export function Component() {
  return reaches(useOrganization().role, "editor") ? (
    <NewTemplate />
  ) : (
    <EditorsOnly
      title={t`New pass template`}
      text={t`Only editors can design passes.`}
      back={{ to: paths.passTemplates, label: t`Pass templates` }}
    />
  );
}
