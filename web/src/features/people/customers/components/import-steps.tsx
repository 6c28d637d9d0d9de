import { msg, t } from "@lingui/core/macro";
import Step from "@mui/material/Step";
import StepLabel from "@mui/material/StepLabel";
import Stepper from "@mui/material/Stepper";

const STEPS = [msg`Upload`, msg`Match columns`, msg`Check`, msg`Import`];

/** The progress of an import, by the index of the next step. One past the last step means that all is done. */
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
