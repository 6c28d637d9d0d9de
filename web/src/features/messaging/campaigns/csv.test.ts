import { expect, test } from "vitest";
import { csvOf } from "@/features/messaging/campaigns/csv";

test("results are exported as CSV in sections, and no cell is a formula", () => {
  const hours = [{ hour: "2026-05-01T08:00:00Z", sent: 3, clicked: 1, visits: 1, orders: 0 }];
  const revenue = [{ variant: "=a", channel: "sms", currency: 'E"UR', orders: 1, revenue_cents: 350 }];
  const parts = { versions: [], goals: [], hours, revenue, effect: [] };
  const results = { as_of: null, window_hours: 72, goal: "clicks" as const, ...parts };
  expect(csvOf(results)).toBe(
    "part,hour,sent,clicked,visits,orders\r\nhours,2026-05-01T08:00:00Z,3,1,1,0\r\n\r\n" +
      'part,variant,channel,currency,orders,revenue_cents\r\nrevenue,\'=a,sms,"E""UR",1,350',
  );
});
