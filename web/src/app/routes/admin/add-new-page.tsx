import { t } from "@lingui/core/macro";
import { useSearchParams } from "react-router";
import { EmptyPageButton, NewPage } from "@/features/content/pages/components/new-page";
import { EditorsOnly } from "@/shared/components/editors-only";
import { PageHeader } from "@/shared/components/page-header";
import { paths } from "@/shared/config/paths";
import { reaches, useOrganization } from "@/shared/organization/organization";

export function Component() {
  const mayEdit = reaches(useOrganization().role, "editor");
  const [params] = useSearchParams();
  const codeId = params.get("code") ?? undefined;
  if (!mayEdit) {
    return (
      <EditorsOnly
        title={t`Create a page`}
        text={t`Only editors can create pages.`}
        back={{ to: paths.allPages, label: t`Pages` }}
      />
    );
  }
  return (
    <>
      <PageHeader
        title={t`Create a page`}
        subtitle={t`Start from a template. You can change everything later.`}
        actions={<EmptyPageButton codeId={codeId} />}
      />
      <NewPage codeId={codeId} />
    </>
  );
}
