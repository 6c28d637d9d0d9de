import { NewPage } from "@/features/content/pages/components/new-page";
import { PageHeader } from "@/shared/components/page-header";

export function Component() {
  return (
    <>
      <PageHeader title="Templates" subtitle="Pages to begin with, and those that your organisation kept." />
      <NewPage />
    </>
  );
}
