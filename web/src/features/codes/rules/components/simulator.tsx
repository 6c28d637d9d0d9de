import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import PlayArrowIcon from "@mui/icons-material/PlayArrow";
import Accordion from "@mui/material/Accordion";
import AccordionDetails from "@mui/material/AccordionDetails";
import AccordionSummary from "@mui/material/AccordionSummary";
import Autocomplete from "@mui/material/Autocomplete";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Checkbox from "@mui/material/Checkbox";
import ExpandMoreIcon from "@mui/icons-material/ExpandMore";
import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useRef, useState } from "react";
import { useSimulateVisit } from "@/features/codes/rules/api/simulate-visit";
import { SimulationResult } from "@/features/codes/rules/components/simulation-result";
import type { DraftRule } from "@/features/codes/rules/draft";
import { EMPTY_VISITOR, type SimulatedVisitorForm, visitorOf } from "@/features/codes/rules/simulated-visitor";
import { LAST_MOMENT } from "@/shared/format/zoned";
import type { Code, Rule, RuleOptions } from "@/features/codes/rules/types";
import { ApiError } from "@/shared/api/errors";
import { incompleteInputs } from "@/shared/components/incomplete-inputs";

interface SimulatorProps {
  code: Code;
  options: RuleOptions;
  zone: string;
  /** Returns null and shows the error if an input is incomplete. */
  rules: () => Rule[] | null;
  /** The rules as they are being edited: results for earlier ones are outdated. */
  drafts: readonly DraftRule[];
  onProblem: (error: unknown) => void;
}

type Problems = Readonly<Record<string, string>>;

const NO_DATE = msg`Complete the date and time, or clear them`;
const NO_NUMBER = msg`Enter a number, or clear the field`;

/** Simulates a visit with the current rules, saved or not. */
export function Simulator({ code, options, zone, rules, drafts, onProblem }: SimulatorProps) {
  const [visitor, setVisitor] = useState(EMPTY_VISITOR);
  const simulate = useSimulateVisit();
  const [triedOn, setTriedOn] = useState({ visitor, drafts });
  const [problems, setProblems] = useState<Problems>({});
  const [isMore, setMore] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  const change = (part: Partial<SimulatedVisitorForm>) => {
    setVisitor({ ...visitor, ...part });
    setProblems({});
  };
  const showProblems = (found: Problems) => {
    setProblems(found);
    setMore(isMore || Object.keys(found).length > 0);
  };
  const run = () => {
    const half = card.current === null ? [] : incompleteInputs(card.current);
    showProblems(Object.fromEntries(half.map(({ name, type }) => [name, t(type === "number" ? NO_NUMBER : NO_DATE)])));
    const tried = half.length === 0 ? rules() : null;
    if (tried === null) {
      return;
    }
    setTriedOn({ visitor, drafts });
    simulate
      .mutateAsync({ code_id: code.code_id, visit: visitorOf(visitor, zone), rules: tried })
      .catch((error: unknown) => {
        const own =
          error instanceof ApiError ? Object.entries(error.fields).filter(([field]) => field.startsWith("visit.")) : [];
        if (own.length > 0) {
          showProblems(Object.fromEntries(own.map(([field, message]) => [field.split(".")[1] ?? "", message])));
        } else {
          onProblem(error);
        }
      });
  };

  return (
    <Card
      component="section"
      ref={card}
      aria-label={t`Simulate a visit`}
      sx={{ p: { xs: 2, sm: 2.5 }, position: { lg: "sticky" }, top: { lg: 88 } }}
    >
      <Stack sx={{ gap: 2 }}>
        <div>
          <Typography variant="h6" component="h2">
            <Trans>Simulate a visit</Trans>
          </Typography>
          <Typography variant="body2" color="textSecondary">
            <Trans>Nothing is counted or used up. Unsaved changes are included.</Trans>
          </Typography>
        </div>
        <Who visitor={visitor} options={options} onChange={change} />
        <Accordion
          disableGutters
          expanded={isMore}
          onChange={(_, open) => setMore(open)}
          elevation={0}
          sx={{ border: 1, borderColor: "divider", borderRadius: 2, "&::before": { display: "none" } }}
        >
          <AccordionSummary expandIcon={<ExpandMoreIcon />}>
            <Typography variant="subtitle2" component="h3">
              <Trans>More visit details</Trans>
            </Typography>
          </AccordionSummary>
          <AccordionDetails>
            <More visitor={visitor} zone={zone} problems={problems} onChange={change} />
          </AccordionDetails>
        </Accordion>
        {code.has_password ? (
          <FormControlLabel
            control={
              <Checkbox
                checked={visitor.passwordOk}
                onChange={(event) => change({ passwordOk: event.target.checked })}
              />
            }
            label={t`Entered the password`}
          />
        ) : null}
        <FormControlLabel
          control={
            <Checkbox checked={visitor.promoOk} onChange={(event) => change({ promoOk: event.target.checked })} />
          }
          label={t`Entered a promo code`}
        />
        <Button variant="outlined" startIcon={<PlayArrowIcon />} onClick={run} disabled={simulate.isPending}>
          <Trans>Run simulation</Trans>
        </Button>
        <div aria-live="polite">
          {simulate.data === undefined ? null : triedOn.visitor === visitor && triedOn.drafts === drafts ? (
            <SimulationResult result={simulate.data} />
          ) : (
            <Typography variant="body2" color="textSecondary">
              <Trans>The settings changed. Run the simulation again.</Trans>
            </Typography>
          )}
        </div>
      </Stack>
    </Card>
  );
}

interface PartProps {
  visitor: SimulatedVisitorForm;
  onChange: (part: Partial<SimulatedVisitorForm>) => void;
}

function Who({ visitor, options, onChange }: PartProps & { options: RuleOptions }) {
  const choices = (kind: string) => options.conditions.find((one) => one.kind === kind)?.choices ?? [];
  const picks = [
    { kind: "country", label: t`Country`, value: visitor.country, change: (country: string) => onChange({ country }) },
    {
      kind: "language",
      label: t`Language`,
      value: visitor.language,
      change: (language: string) => onChange({ language }),
    },
    { kind: "system", label: t`System`, value: visitor.system, change: (system: string) => onChange({ system }) },
    { kind: "browser", label: t`Browser`, value: visitor.browser, change: (browser: string) => onChange({ browser }) },
  ];
  return (
    <Stack sx={{ gap: 1.5 }}>
      <TextField
        select
        size="small"
        label={t`Device`}
        value={visitor.device}
        onChange={(event) => onChange({ device: event.target.value as SimulatedVisitorForm["device"] })}
      >
        {choices("device").map((choice) => (
          <MenuItem key={choice.value} value={choice.value}>
            {choice.label}
          </MenuItem>
        ))}
      </TextField>
      {picks.map(({ kind, label, value, change }) => (
        <Autocomplete
          key={kind}
          size="small"
          options={choices(kind)}
          getOptionLabel={(choice) => choice.label}
          isOptionEqualToValue={(one, other) => one.value === other.value}
          value={choices(kind).find((choice) => choice.value === value) ?? null}
          onChange={(_, choice) => change(choice?.value ?? "")}
          renderInput={(params) => <TextField {...params} label={label} placeholder={t`Unknown`} />}
        />
      ))}
    </Stack>
  );
}

function More({ visitor, zone, problems, onChange }: PartProps & { zone: string; problems: Problems }) {
  // Named like the server's fields, under which it reports errors.
  const found = (name: string, helperText?: string) => ({
    name,
    size: "small" as const,
    error: problems[name] !== undefined,
    helperText: problems[name] ?? helperText,
  });
  return (
    <Stack sx={{ gap: 1.5 }}>
      <TextField
        {...found("at", t`Leave empty for now. ${zone}`)}
        type="datetime-local"
        label={t`When`}
        value={visitor.at}
        onChange={(event) => onChange({ at: event.target.value })}
        slotProps={{ htmlInput: { max: LAST_MOMENT }, inputLabel: { shrink: true } }}
      />
      <Stack direction="row" sx={{ gap: 1.5 }}>
        <TextField
          {...found("region")}
          label={t`Region`}
          value={visitor.region}
          onChange={(event) => onChange({ region: event.target.value })}
        />
        <TextField
          {...found("city")}
          label={t`City`}
          value={visitor.city}
          onChange={(event) => onChange({ city: event.target.value })}
        />
      </Stack>
      <Stack direction="row" sx={{ gap: 1.5 }}>
        <TextField
          {...found("latitude")}
          type="number"
          label={t`Latitude`}
          value={visitor.latitude}
          onChange={(event) => onChange({ latitude: event.target.value })}
        />
        <TextField
          {...found("longitude")}
          type="number"
          label={t`Longitude`}
          value={visitor.longitude}
          onChange={(event) => onChange({ longitude: event.target.value })}
        />
      </Stack>
      <Stack direction="row" sx={{ gap: 1.5 }}>
        <TextField
          {...found("visit_number")}
          type="number"
          label={t`Visit number of this visitor`}
          value={visitor.visitNumber}
          onChange={(event) => onChange({ visitNumber: event.target.value })}
        />
        <TextField
          {...found("total_scans")}
          type="number"
          label={t`Total scan number`}
          value={visitor.totalScans}
          onChange={(event) => onChange({ totalScans: event.target.value })}
        />
      </Stack>
      <TextField
        {...found("query")}
        label={t`URL suffix`}
        placeholder="?table=7"
        value={visitor.query}
        onChange={(event) => onChange({ query: event.target.value })}
      />
      <TextField
        {...found("address")}
        label={t`IP address`}
        placeholder="192.0.2.7"
        value={visitor.address}
        onChange={(event) => onChange({ address: event.target.value })}
        slotProps={{ htmlInput: { maxLength: 64, autoCapitalize: "none", spellCheck: false } }}
      />
      <TextField
        {...found("customer_tags", t`Leave empty for an unknown visitor`)}
        label={t`Customer tags`}
        placeholder={t`gold, newsletter`}
        value={visitor.tags}
        onChange={(event) => onChange({ tags: event.target.value })}
      />
      <TextField
        {...found("visitor_id", t`Percentage splits depend on this value. Change it to simulate another person`)}
        label={t`Visitor`}
        value={visitor.visitorId}
        onChange={(event) => onChange({ visitorId: event.target.value })}
      />
    </Stack>
  );
}
