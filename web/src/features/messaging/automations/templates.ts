import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import type { Plan } from "@/features/messaging/automations/api/automations";
import { messageOf, waitOf } from "@/features/messaging/automations/steps";

interface Template {
  key: string;
  name: MessageDescriptor;
  text: MessageDescriptor;
  plan: () => Omit<Plan, "name">;
}

const HELLO = "{{customer.first_name|there}}";

function plan(trigger: Plan["trigger"], steps: Plan["steps"], more: Partial<Plan> = {}): Omit<Plan, "name"> {
  return { trigger, steps: steps ?? [], again_after_days: null, goal: null, segment_id: null, ...more };
}

/** Returns the texts of one message for every channel. */
function wordsOf(subject: string, text: string) {
  return {
    subject,
    sms: `${text} ${t`Reply STOP to opt out.`}`,
    push: text,
    html: `<p>${text}</p>`,
  };
}

/** Templates of the most common automations. */
export const TEMPLATES: readonly Template[] = [
  {
    key: "welcome",
    name: msg`Welcome`,
    text: msg`A hello after the first form, and a reminder three days later to those who did nothing since.`,
    plan: () =>
      plan({ kind: "submit" }, [
        messageOf("s1", "best", wordsOf(t`Welcome`, t`Hi ${HELLO}, good to have you with us.`)),
        waitOf("s2", 3),
        {
          kind: "condition",
          id: "s3",
          rules: { kind: "all", conditions: [{ kind: "recency", op: "at_least", days: 3 }] },
          yes: [messageOf("s4", "best", wordsOf(t`We are here for you`, t`Hi ${HELLO}, come and see us again soon.`))],
          no: [],
        },
      ]),
  },
  {
    key: "birthday",
    name: msg`Birthday`,
    text: msg`A greeting at nine in the morning in each person’s time zone, once a year.`,
    plan: () =>
      plan(
        { kind: "birthday", days: 0, at: "09:00" },
        [
          messageOf(
            "s1",
            "best",
            wordsOf(t`Happy birthday`, t`Happy birthday, ${HELLO}! Something is waiting for you.`),
          ),
        ],
        { again_after_days: 300 },
      ),
  },
  {
    key: "win-back",
    name: msg`Win back`,
    text: msg`A message after 60 quiet days, and a second one a week later. An order ends it.`,
    plan: () =>
      plan(
        { kind: "quiet_days", days: 60 },
        [
          messageOf("s1", "best", wordsOf(t`We miss you`, t`Hi ${HELLO}, it has been a while.`)),
          waitOf("s2", 7),
          messageOf("s3", "best", wordsOf(t`Still thinking of you`, t`Hi ${HELLO}, your next visit is on our minds.`)),
        ],
        { again_after_days: 180, goal: { kind: "order" } },
      ),
  },
  {
    key: "points",
    name: msg`Points about to expire`,
    text: msg`A reminder 14 days before points expire. Redeeming something ends it.`,
    plan: () =>
      plan(
        { kind: "points_expiring", days: 14 },
        [
          messageOf(
            "s1",
            "best",
            wordsOf(t`Your points expire soon`, t`Hi ${HELLO}, use your points before they expire.`),
          ),
        ],
        { again_after_days: 30, goal: { kind: "redemption" } },
      ),
  },
  {
    key: "redeemed",
    name: msg`After a redemption`,
    text: msg`Thanks, two hours after somebody redeemed something.`,
    plan: () =>
      plan(
        { kind: "redemption" },
        [
          waitOf("s1", 2, "hours"),
          messageOf("s2", "best", wordsOf(t`Thank you`, t`Hi ${HELLO}, thanks for coming by. How was it?`)),
        ],
        { again_after_days: 30 },
      ),
  },
  {
    key: "prize",
    name: msg`Prize not collected`,
    text: msg`A reminder two days after somebody won a game and redeemed nothing.`,
    plan: () =>
      plan(
        { kind: "play", results: ["won"] },
        [
          waitOf("s1", 2),
          messageOf("s2", "best", wordsOf(t`Your prize is waiting`, t`Hi ${HELLO}, you won! Your prize is waiting.`)),
        ],
        { again_after_days: 7, goal: { kind: "redemption", redeemed: ["prize"] } },
      ),
  },
];
