import { t } from "@lingui/core/macro";
import { type DraftCondition, draftsOf } from "@/features/codes/rules/draft";
import type { ConditionOption, Rule } from "@/features/codes/rules/types";

export interface RuleInWords {
  key: string;
  name: string;
  isOn: boolean;
  conditions: string[];
  outcome: string;
}

/** Returns rules as readable sentences. */
export function rulesInWords(rules: readonly Rule[], options: readonly ConditionOption[], zone: string): RuleInWords[] {
  return draftsOf(rules, zone).map((rule, place) => ({
    key: rule.key,
    name: rule.name || t`Rule ${place + 1}`,
    isOn: rule.enabled,
    conditions: rule.conditions.map((condition) =>
      conditionInWords(
        condition,
        options.find(({ kind }) => kind === condition.kind),
      ),
    ),
    outcome: outcomeInWords(rule.outcome, rule),
  }));
}

function outcomeInWords(
  outcome: "redirect" | "page" | "refuse",
  { url, pageId, message }: { url: string; pageId: string; message: string },
): string {
  if (outcome === "redirect") {
    return t`Redirects to ${url}`;
  }
  if (outcome === "page") {
    return pageId === "" ? t`Shows the code’s own page` : t`Shows another page`;
  }
  return message === "" ? t`Refuses the visit` : t`Refuses the visit: ${message}`;
}

function conditionInWords(condition: DraftCondition, option: ConditionOption | undefined): string {
  const operator = option?.operators.find(({ value }) => value === condition.op)?.label ?? "";
  return [option?.label ?? condition.kind, operator, detailsOf(condition, option)]
    .filter((part) => part !== "")
    .join(" ");
}

function detailsOf(condition: DraftCondition, option: ConditionOption | undefined): string {
  switch (option?.input) {
    case "distance":
      return t`${condition.km} km of ${condition.latitude}, ${condition.longitude}`;
    case "local_time":
      return [condition.weekdays.join(", "), span(condition), condition.timeZone]
        .filter((part) => part !== "")
        .join(", ");
    case "date_window":
      return span(condition);
    case "number":
      return condition.value;
    case "stock":
      return `${condition.subject} ${condition.value}`.trim();
    case "query":
      return [condition.name, ...condition.values].join(" ");
    case "split":
      return `${condition.percent}%`;
    default:
      return condition.values
        .map((value) => option?.choices.find((choice) => choice.value === value)?.label ?? value)
        .join(", ");
  }
}

function span({ starts, ends }: DraftCondition): string {
  const [from, until] = [starts.replace("T", " "), ends.replace("T", " ")];
  if (from && until) {
    return t`from ${from} until ${until}`;
  }
  if (from) {
    return t`from ${from}`;
  }
  return until ? t`until ${until}` : "";
}
