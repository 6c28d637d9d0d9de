import { FirstRun } from "@/features/pages/components/first-run";
import { PageHeader } from "@/shared/components/page-header";

export function Component() {
  return (
    <>
      <PageHeader title="Your first page" subtitle="Three answers, and you have a page with a code to print." />
      <FirstRun />
    </>
  );
}
