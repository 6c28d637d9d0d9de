import { DataDictionary } from "@/features/analytics/components/data-dictionary";

export function Component() {
  return <DataDictionary />;
}
