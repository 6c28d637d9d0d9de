import { expect, test } from "vitest";
import { groupedReports } from "@/features/insights/analytics/report-groups";

const report = (name: string, title: string) => ({ name, title });

test("reports are grouped by question and sorted by title, without those of things that do not exist", () => {
  const groups = groupedReports(
    [
      report("games", "Games"),
      report("votes", "Votes"),
      report("forms", "Forms"),
      report("orders", "Orders"),
      report("new", "New"),
    ],
    (name) => !["games", "orders"].includes(name),
  );

  expect(groups.map(({ heading, reports }) => [heading, reports.map(({ title }) => title)])).toEqual([
    ["Forms and polls", ["Forms", "Votes"]],
    ["More", ["New"]],
  ]);
});
