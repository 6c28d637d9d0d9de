import { useState } from "react";
import type { PassTemplate } from "@/features/wallet/designer/api/templates";
import { Preview } from "@/features/wallet/designer/components/preview";
import { resolved, sampleValues } from "@/features/wallet/designer/placeholders";
import { PageHeader } from "@/shared/components/page-header";
import { useOrganizationData } from "@/shared/organization/organization";
import { wholeContent } from "@/shared/wallet/pass-content";

/** Shows a template to members who cannot edit it. */
export function TemplateReading({ template }: { template: PassTemplate }) {
  const content = wholeContent(template.content);
  const [language, setLanguage] = useState(content.language);
  const zone = useOrganizationData().data?.time_zone ?? "UTC";
  return (
    <>
      <PageHeader title={template.name} />
      <Preview
        content={resolved(content, sampleValues(content, {}))}
        zone={zone}
        language={language}
        onLanguage={setLanguage}
      />
    </>
  );
}
