import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import type { Campaign, CampaignEdit } from "@/features/messaging/campaigns/api/campaigns";
import { CHANNELS } from "@/features/messaging/campaigns/words";
import { formatDateTime } from "@/shared/format/dates";
import { languageName } from "@/shared/i18n/visitor-languages";

/** A planned campaign. Absent fields have their defaults. */
type Planned = NonNullable<CampaignEdit["before"]>;
type AudienceName = (audience: Campaign["audience"]) => string;

const FIELDS: Readonly<Record<string, MessageDescriptor>> = {
  name: msg`Name`,
  channel: msg`Channel`,
  purpose: msg`Purpose`,
  audience: msg`Audience`,
  variants: msg`Message`,
  experiment: msg`Test of versions`,
  schedule: msg`When`,
  code_id: msg`Code`,
  reward_id: msg`Reward`,
};

/** Describes one change with a line for each field. `after` is null if it is unknown. */
export function editLines(
  edit: CampaignEdit,
  after: Planned | null,
  audienceName: AudienceName,
  zone: string | undefined,
): string[] {
  const { before } = edit;
  if (before === null) {
    return [t`Created the campaign`];
  }
  return edit.changed.map((field) => {
    const name = t(FIELDS[field] ?? msg`Something else`);
    const old = valueOf(before, field, audienceName, zone);
    const now = after === null ? null : valueOf(after, field, audienceName, zone);
    if (old === null || now === null || old === now) {
      return field === "variants" && after !== null ? textsChanged(before, after) : t`${name} changed`;
    }
    return t`${name}: ${old} → ${now}`;
  });
}

function valueOf(plan: Planned, field: string, audienceName: AudienceName, zone: string | undefined): string | null {
  switch (field) {
    case "name":
      return t`“${plan.name}”`;
    case "channel":
      return t(CHANNELS[plan.channel]);
    case "purpose":
      return plan.purpose !== "feedback" ? t`News and offers` : t`Surveys`;
    case "audience":
      return audienceName({ ...plan.audience, id: plan.audience.id ?? null });
    case "schedule":
      return whenText(plan.schedule ?? {}, zone);
    case "code_id":
      return plan.code_id ?? t`none`;
    case "reward_id":
      return plan.reward_id ?? t`none`;
    default:
      return null;
  }
}

function whenText({ kind, at, local }: NonNullable<Planned["schedule"]>, zone: string | undefined): string {
  if (kind === "at" && at) {
    return formatDateTime(at, zone);
  }
  if (kind === "local" && local) {
    return t`${local.replace("T", " ").slice(0, 16)} local time`;
  }
  if (kind === "best_hour") {
    return at ? t`at each person’s best hour, from ${formatDateTime(at, zone)}` : t`at each person’s best hour`;
  }
  return t`at once`;
}

/** Lists the versions and languages whose texts changed. */
function textsChanged(before: Planned, after: Planned): string {
  const old = textsOf(before);
  const now = textsOf(after);
  const changed = [...new Set([...old.keys(), ...now.keys()])].filter((key) => old.get(key) !== now.get(key));
  if (changed.length === 0) {
    return t`Shares of the versions changed`;
  }
  return t`Message changed: ${changed.join("; ")}`;
}

function textsOf(plan: Planned): Map<string, string> {
  return new Map(
    plan.variants.flatMap(({ key, contents }) =>
      contents.map((one): [string, string] => [
        t`version ${(key ?? "a").toUpperCase()}, ${languageName(one.language)}`,
        JSON.stringify(one),
      ]),
    ),
  );
}
