import type { components } from "@/shared/api/schema";

type Schemas = components["schemas"];

export type Code = Schemas["CodeRead"];
export type Rule = Schemas["Rule"];
export type Condition = NonNullable<Rule["conditions"]>[number];
export type RuleOptions = Schemas["RuleOptions"];
export type ConditionOption = Schemas["ConditionOption"];
export type SimulateVisit = Schemas["SimulateVisit"];
export type SimulatedVisitor = Schemas["SimulatedVisitor"];
export type SimulatedVisit = Schemas["SimulatedVisit"];
export type SimulatedRule = Schemas["SimulatedRule"];
