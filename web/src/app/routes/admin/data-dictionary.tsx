import { DataDictionary } from "@/features/insights/analytics/components/data-dictionary";

export function Component() {
  return <DataDictionary />;
}
