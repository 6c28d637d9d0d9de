import Step from "@mui/material/Step";
import StepLabel from "@mui/material/StepLabel";
import Stepper from "@mui/material/Stepper";

const STEPS = ["Upload", "Match columns", "Check", "Import"];

/** How far an import is, by the step that is next; one more than the last says that all is done. */
export function ImportSteps({ at }: { at: number }) {
  return (
    <Stepper activeStep={at} alternativeLabel>
      {STEPS.map((label, number) => (
        <Step key={label} {...(number === at ? { "aria-current": "step" as const } : {})}>
          <StepLabel>{label}</StepLabel>
        </Step>
      ))}
    </Stepper>
  );
}
