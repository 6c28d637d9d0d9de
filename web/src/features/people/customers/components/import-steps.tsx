import { msg, t } from "@lingui/core/macro";
import Step from "@mui/material/Step";
import StepLabel from "@mui/material/StepLabel";
import Stepper from "@mui/material/Stepper";

const STEPS = [msg`Upload`, msg`Match columns`, msg`Check`, msg`Import`];

/** How far an import is, by the step that is next; one more than the last says that all is done. */
export function ImportSteps({ at }: { at: number }) {
  return (
    <Stepper activeStep={at} alternativeLabel>
      {STEPS.map((step, number) => (
        <Step key={step.id} {...(number === at ? { "aria-current": "step" as const } : {})}>
          <StepLabel>{t(step)}</StepLabel>
        </Step>
      ))}
    </Stepper>
  );
}
