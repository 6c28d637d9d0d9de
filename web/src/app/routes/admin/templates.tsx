import { t } from "@lingui/core/macro";
import { NewPage } from "@/features/content/pages/components/new-page";
import { PageHeader } from "@/shared/components/page-header";

export function Component() {
  return (
    <>
      <PageHeader title={t`Templates`} subtitle={t`Ready-made pages, and the ones your organisation saved.`} />
      <NewPage />
    </>
  );
}
