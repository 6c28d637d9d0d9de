import { Overview } from "@/features/insights/overview/overview";

export function Component() {
  return <Overview />;
}
