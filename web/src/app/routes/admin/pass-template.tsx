import { t } from "@lingui/core/macro";
import { useParams } from "react-router";
import { PassDesigner } from "@/features/wallet/designer/components/designer";
import { TemplateLoader } from "@/features/wallet/designer/components/template-loader";
import { TemplateReading } from "@/features/wallet/designer/components/template-reading";
import { ViewerNote } from "@/shared/components/editors-only";
import { reaches, useOrganization } from "@/shared/organization/organization";

/** `/admin/pass-templates/:templateId`. */
export function Component() {
  const { templateId = "" } = useParams();
  const mayEdit = reaches(useOrganization().role, "editor");
  return (
    <TemplateLoader key={templateId} templateId={templateId}>
      {(template) =>
        mayEdit ? (
          <PassDesigner template={template} />
        ) : (
          <>
            <ViewerNote text={t`You are a viewer. Only editors can change this template.`} />
            <TemplateReading template={template} />
          </>
        )
      }
    </TemplateLoader>
  );
}
