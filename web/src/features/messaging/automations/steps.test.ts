import { expect, test } from "vitest";
import type { Step } from "@/features/messaging/automations/api/automations";
import {
  added,
  everyStep,
  freeId,
  messageOf,
  moved,
  newStep,
  removed,
  replaced,
  TOP,
  waitOf,
} from "@/features/messaging/automations/steps";
import { TEMPLATES } from "@/features/messaging/automations/templates";

const condition = { ...newStep("condition", "s2"), yes: [waitOf("s3", 1), messageOf("s4", "sms")] } as Step;
const steps: Step[] = [messageOf("s1", "sms"), condition];

function ids(several: readonly Step[]): string[] {
  return everyStep(several).map((step) => step.id);
}

test("steps are added, moved, changed and removed at any depth", () => {
  expect(ids(steps)).toEqual(["s1", "s2", "s3", "s4"]);
  expect(freeId(steps)).toBe("s5");
  const more = added(steps, { conditionId: "s2", side: "no" }, { kind: "exit", id: "s5" });
  expect(ids(more)).toEqual(["s1", "s2", "s3", "s4", "s5"]);
  expect(ids(added(more, TOP, { kind: "exit", id: "s6" })).at(-1)).toBe("s6");
  expect(ids(moved(more, "s4", -1))).toEqual(["s1", "s2", "s4", "s3", "s5"]);
  expect(ids(moved(more, "s3", -1))).toEqual(ids(more));
  expect(ids(moved(more, "s2", -1))[0]).toBe("s2");
  expect(ids(removed(more, "s3"))).toEqual(["s1", "s2", "s4", "s5"]);
  expect(ids(removed(more, "s2"))).toEqual(["s1"]);
  const changed = everyStep(replaced(more, waitOf("s3", 7))).find((step) => step.id === "s3");
  expect(changed).toMatchObject({ amount: 7 });
});

test("every template has texts for each channel in each message, and unique step IDs", () => {
  for (const template of TEMPLATES) {
    const found = everyStep(template.plan().steps ?? []);
    expect(new Set(found.map((step) => step.id)).size).toBe(found.length);
    for (const step of found) {
      if (step.kind === "message") {
        expect(step.contents[0]).toMatchObject({
          sms: expect.stringContaining("{{customer.first_name|there}}") as string,
          subject: expect.stringMatching(/./) as string,
        });
      }
    }
  }
});
