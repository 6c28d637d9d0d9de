import { expect, test } from "vitest";
import { emptyContent, emptyPlan, evenShares, findingText, saysSomething } from "@/features/messaging/campaigns/words";
import { reasonName } from "@/shared/messages/words";

test("shares of versions are whole numbers and add up to a hundred", () => {
  expect([1, 2, 3, 5].map(evenShares)).toEqual([[100], [50, 50], [34, 33, 33], [20, 20, 20, 20, 20]]);
});

test("reasons and findings are shown in words, and unknown ones as they are", () => {
  expect(reasonName("no_consent")).toBe("Never agreed");
  expect(reasonName("new_reason")).toBe("new_reason");
  expect(findingText("no_default", "{{customer.first_name}}")).toContain("{{customer.first_name}} has no default");
  expect(findingText("new_rule", "x")).toBe("new_rule: x");
});

test("a new campaign goes to everyone who has consented, immediately", () => {
  const plan = emptyPlan("sms");
  expect([plan.audience.kind, plan.schedule.kind, plan.variants.length]).toEqual(["everyone", "now", 1]);
});

test("a message is complete for its channel", () => {
  const mail = { ...emptyContent("en"), subject: "Cake", html: "<p> </p>" };
  expect(saysSomething(mail, "email")).toBe(false);
  expect(saysSomething({ ...mail, html: "<p>Cake</p>" }, "email")).toBe(true);
  expect(saysSomething({ ...mail, sms: " " }, "sms")).toBe(false);
});
