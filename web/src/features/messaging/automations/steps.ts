import type {
  ConditionStep,
  LocalContent,
  MessageStep,
  Step,
  WaitStep,
} from "@/features/messaging/automations/api/automations";

/** The position of a list of steps: that of the plan, or one branch of a condition. */
export interface ListPlace {
  conditionId: string | null;
  side: "yes" | "no";
}

export const TOP: ListPlace = { conditionId: null, side: "yes" };

/** Returns every step, including those within conditions. */
export function everyStep(steps: readonly Step[]): Step[] {
  return steps.flatMap((step) =>
    step.kind === "condition" ? [step, ...everyStep(step.yes ?? []), ...everyStep(step.no ?? [])] : [step],
  );
}

function inside(step: ConditionStep, change: (several: Step[]) => Step[]): ConditionStep {
  return { ...step, yes: change(step.yes ?? []), no: change(step.no ?? []) };
}

/** Returns the steps with one replaced. */
export function replaced(steps: readonly Step[], changed: Step): Step[] {
  return steps.map((step) =>
    step.id === changed.id
      ? changed
      : step.kind === "condition"
        ? inside(step, (several) => replaced(several, changed))
        : step,
  );
}

/** Returns the steps without one and the steps within it. */
export function removed(steps: readonly Step[], id: string): Step[] {
  return steps
    .filter((step) => step.id !== id)
    .map((step) => (step.kind === "condition" ? inside(step, (several) => removed(several, id)) : step));
}

/** Returns the steps with one appended to a list. */
export function added(steps: readonly Step[], place: ListPlace, step: Step): Step[] {
  if (place.conditionId === null) {
    return [...steps, step];
  }
  return steps.map((one) => {
    if (one.kind !== "condition") {
      return one;
    }
    if (one.id === place.conditionId) {
      return { ...one, [place.side]: [...(one[place.side] ?? []), step] };
    }
    return inside(one, (several) => added(several, place, step));
  });
}

/** Returns the steps with one moved up or down within its list. */
export function moved(steps: readonly Step[], id: string, by: -1 | 1): Step[] {
  const at = steps.findIndex((step) => step.id === id);
  const other = steps[at + by];
  const own = steps[at];
  if (own === undefined) {
    return steps.map((step) => (step.kind === "condition" ? inside(step, (several) => moved(several, id, by)) : step));
  }
  if (other === undefined) {
    return [...steps];
  }
  return steps.map((step, number) => (number === at ? other : number === at + by ? own : step));
}

/** Returns an ID that no step has yet. */
export function freeId(steps: readonly Step[]): string {
  const taken = new Set(everyStep(steps).map((step) => step.id));
  let number = 1;
  while (taken.has(`s${number}`)) {
    number += 1;
  }
  return `s${number}`;
}

function emptyContent(language: string): LocalContent {
  return { language, sms: "", push: "", subject: "", preheader: "", html: "" };
}

export function waitOf(id: string, amount: number, unit: WaitStep["unit"] = "days"): WaitStep {
  return { kind: "wait", id, amount, unit, until: null, weekdays: [], date_field: null, offset_days: 0, at: "09:00" };
}

export function messageOf(
  id: string,
  channel: MessageStep["channel"],
  content: Partial<LocalContent> = {},
): MessageStep {
  return {
    kind: "message",
    id,
    channel,
    purpose: "marketing",
    contents: [{ ...emptyContent("en"), ...content }],
    code_id: null,
  };
}

/** Returns a new step of a kind. */
export function newStep(kind: Step["kind"], id: string): Step {
  switch (kind) {
    case "wait":
      return waitOf(id, 1);
    case "message":
      return messageOf(id, "best");
    case "condition":
      return {
        kind,
        id,
        rules: {
          kind: "all",
          conditions: [{ kind: "behaviour", op: "is", act: "any", times: 1, within: { last_days: 30 } }],
        },
        yes: [],
        no: [],
      };
    case "exit":
      return { kind, id };
  }
}
