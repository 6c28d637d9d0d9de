import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import BlockIcon from "@mui/icons-material/Block";
import CheckCircleOutlineIcon from "@mui/icons-material/CheckCircleOutlined";
import RadioButtonUncheckedIcon from "@mui/icons-material/RadioButtonUnchecked";
import RemoveCircleOutlineIcon from "@mui/icons-material/RemoveCircleOutlined";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import type { SimulatedRule, SimulatedVisit } from "@/features/codes/rules/types";

const STEP_NAMES: Record<SimulatedVisit["steps"][number]["step"], MessageDescriptor> = {
  exists: msg`Exists`,
  deleted: msg`Not deleted`,
  window: msg`Active`,
  one_time: msg`One-time state`,
  password: msg`Password`,
  promo_lock: msg`Promo lock`,
  limits: msg`Limits`,
  rules: msg`Rules`,
  default: msg`Default`,
};

const STATES: Record<SimulatedRule["state"], { icon: ReactNode; word: MessageDescriptor }> = {
  fired: { icon: <CheckCircleOutlineIcon color="success" fontSize="small" />, word: msg`Applies` },
  not_matched: { icon: <RemoveCircleOutlineIcon color="disabled" fontSize="small" />, word: msg`No match` },
  not_asked: { icon: <RadioButtonUncheckedIcon color="disabled" fontSize="small" />, word: msg`Not checked` },
  off: { icon: <RadioButtonUncheckedIcon color="disabled" fontSize="small" />, word: msg`Off` },
};

/** Shows what the visitor would get, and the result of each step and rule. */
export function SimulationResult({ result }: { result: SimulatedVisit }) {
  const refused = result.outcome === "refused";
  const deciding = result.steps.filter((step) => step.passed !== null && !isPlain(step));
  return (
    <Stack sx={{ gap: 2 }}>
      <Alert severity={refused ? "warning" : "success"} sx={{ overflowWrap: "anywhere" }}>
        {headline(result)}
      </Alert>
      <Stack component="ol" aria-label={t`Steps`} sx={{ gap: 1, p: 0, m: 0, listStyle: "none" }}>
        {deciding.map((step) => (
          <Line
            key={step.step}
            icon={
              step.passed === false && step.step !== "rules" ? (
                <BlockIcon color="warning" fontSize="small" />
              ) : (
                <CheckCircleOutlineIcon color={step.passed === true ? "success" : "disabled"} fontSize="small" />
              )
            }
            title={t(STEP_NAMES[step.step])}
            text={step.why}
          />
        ))}
      </Stack>
      {result.rules.length > 0 ? (
        <Stack component="ol" aria-label={t`Rule results`} sx={{ gap: 1, p: 0, m: 0, listStyle: "none" }}>
          {result.rules.map((rule, place) => (
            <Line
              key={rule.id}
              icon={STATES[rule.state].icon}
              title={`${rule.name === "" ? t`Rule ${place + 1}` : rule.name}: ${t(STATES[rule.state].word).toLowerCase()}`}
              text={rule.why}
            />
          ))}
        </Stack>
      ) : null}
    </Stack>
  );
}

function Line({ icon, title, text }: { icon: ReactNode; title: string; text: string }) {
  return (
    <Stack component="li" direction="row" sx={{ gap: 1, alignItems: "flex-start" }}>
      <Box sx={{ display: "flex", pt: 0.25 }}>{icon}</Box>
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="subtitle2">{title}</Typography>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
          {text}
        </Typography>
      </Box>
    </Stack>
  );
}

/** Whether a step is unremarkable, in which case it is left out. */
function isPlain(step: SimulatedVisit["steps"][number]): boolean {
  return step.passed === true && step.step !== "rules" && step.step !== "default";
}

function headline(result: SimulatedVisit): string {
  if (result.is_offer) {
    return t`Sees this one-time code’s offer with the button “Redeem now”.`;
  }
  switch (result.outcome) {
    case "redirect":
      if (result.app_url !== null) {
        return t`Opens the app with ${result.app_url}, or goes to ${result.url ?? ""} if it is not installed`;
      }
      return t`Goes to ${result.url ?? ""}`;
    case "fallback":
      return t`Goes to the fallback, ${result.url ?? ""}`;
    case "page":
      return result.page_id === null ? t`Sees the code’s page.` : t`Sees the page set in the rule.`;
    case "refused":
      return result.message === "" ? t`Is refused with a notice.` : t`Is refused with “${result.message}”`;
  }
}
