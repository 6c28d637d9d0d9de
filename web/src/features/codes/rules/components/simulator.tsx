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
import { EMPTY_VISITOR, type ImaginedVisitor, visitorOf } from "@/features/codes/rules/imagined-visitor";
import { LAST_MOMENT } from "@/shared/format/zoned";
import type { Code, Rule, RuleOptions } from "@/features/codes/rules/types";
import { ApiError } from "@/shared/api/errors";
import { halfFilled } from "@/shared/components/half-filled";

interface SimulatorProps {
  code: Code;
  options: RuleOptions;
  zone: string;
  /** Null: something in them is only half filled in, which was said there. */
  rules: () => Rule[] | null;
  /** The rules as they are being edited: what was said of others is over. */
  drafts: readonly DraftRule[];
  onProblem: (error: unknown) => void;
}

type Problems = Readonly<Record<string, string>>;

const NO_DATE = "Complete the date and time, or empty them";
const NO_NUMBER = "Enter a number, or empty it";

/** Tries a visitor on the rules as they stand here, saved or not. */
export function Simulator({ code, options, zone, rules, drafts, onProblem }: SimulatorProps) {
  const [visitor, setVisitor] = useState(EMPTY_VISITOR);
  const simulate = useSimulateVisit();
  const [triedOn, setTriedOn] = useState({ visitor, drafts });
  const [problems, setProblems] = useState<Problems>({});
  const [isMore, setMore] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  const change = (part: Partial<ImaginedVisitor>) => {
    setVisitor({ ...visitor, ...part });
    setProblems({});
  };
  const tell = (told: Problems) => {
    setProblems(told);
    setMore(isMore || Object.keys(told).length > 0);
  };
  const run = () => {
    const half = card.current === null ? [] : halfFilled(card.current);
    tell(Object.fromEntries(half.map(({ name, type }) => [name, type === "number" ? NO_NUMBER : NO_DATE])));
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
          tell(Object.fromEntries(own.map(([field, message]) => [field.split(".")[1] ?? "", message])));
        } else {
          onProblem(error);
        }
      });
  };

  return (
    <Card
      component="section"
      ref={card}
      aria-label="Try a visitor"
      sx={{ p: { xs: 2, sm: 2.5 }, position: { lg: "sticky" }, top: { lg: 88 } }}
    >
      <Stack sx={{ gap: 2 }}>
        <div>
          <Typography variant="h6" component="h2">
            Try a visitor
          </Typography>
          <Typography variant="body2" color="textSecondary">
            Nothing is counted or used up. Changes that are not saved yet are tried too.
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
              More about the visit
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
            label="Has given the password"
          />
        ) : null}
        <FormControlLabel
          control={
            <Checkbox checked={visitor.promoOk} onChange={(event) => change({ promoOk: event.target.checked })} />
          }
          label="Has given a promo code"
        />
        <Button variant="outlined" startIcon={<PlayArrowIcon />} onClick={run} disabled={simulate.isPending}>
          Try this visitor
        </Button>
        <div aria-live="polite">
          {simulate.data === undefined ? null : triedOn.visitor === visitor && triedOn.drafts === drafts ? (
            <SimulationResult told={simulate.data} />
          ) : (
            <Typography variant="body2" color="textSecondary">
              Something was changed since. Try the visitor again.
            </Typography>
          )}
        </div>
      </Stack>
    </Card>
  );
}

interface PartProps {
  visitor: ImaginedVisitor;
  onChange: (part: Partial<ImaginedVisitor>) => void;
}

function Who({ visitor, options, onChange }: PartProps & { options: RuleOptions }) {
  const choices = (kind: string) => options.conditions.find((one) => one.kind === kind)?.choices ?? [];
  const picks = [
    { kind: "country", label: "Country", value: visitor.country, change: (country: string) => onChange({ country }) },
    {
      kind: "language",
      label: "Language",
      value: visitor.language,
      change: (language: string) => onChange({ language }),
    },
    { kind: "system", label: "System", value: visitor.system, change: (system: string) => onChange({ system }) },
    { kind: "browser", label: "Browser", value: visitor.browser, change: (browser: string) => onChange({ browser }) },
  ];
  return (
    <Stack sx={{ gap: 1.5 }}>
      <TextField
        select
        size="small"
        label="Device"
        value={visitor.device}
        onChange={(event) => onChange({ device: event.target.value as ImaginedVisitor["device"] })}
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
          renderInput={(params) => <TextField {...params} label={label} placeholder="Not known" />}
        />
      ))}
    </Stack>
  );
}

function More({ visitor, zone, problems, onChange }: PartProps & { zone: string; problems: Problems }) {
  // By the names that the server has for them, under which it says what is wrong.
  const told = (name: string, helperText?: string) => ({
    name,
    size: "small" as const,
    error: problems[name] !== undefined,
    helperText: problems[name] ?? helperText,
  });
  return (
    <Stack sx={{ gap: 1.5 }}>
      <TextField
        {...told("at", `Now, if empty. ${zone}`)}
        type="datetime-local"
        label="When"
        value={visitor.at}
        onChange={(event) => onChange({ at: event.target.value })}
        slotProps={{ htmlInput: { max: LAST_MOMENT }, inputLabel: { shrink: true } }}
      />
      <Stack direction="row" sx={{ gap: 1.5 }}>
        <TextField
          {...told("region")}
          label="Region"
          value={visitor.region}
          onChange={(event) => onChange({ region: event.target.value })}
        />
        <TextField
          {...told("city")}
          label="Town"
          value={visitor.city}
          onChange={(event) => onChange({ city: event.target.value })}
        />
      </Stack>
      <Stack direction="row" sx={{ gap: 1.5 }}>
        <TextField
          {...told("latitude")}
          type="number"
          label="Latitude"
          value={visitor.latitude}
          onChange={(event) => onChange({ latitude: event.target.value })}
        />
        <TextField
          {...told("longitude")}
          type="number"
          label="Longitude"
          value={visitor.longitude}
          onChange={(event) => onChange({ longitude: event.target.value })}
        />
      </Stack>
      <Stack direction="row" sx={{ gap: 1.5 }}>
        <TextField
          {...told("visit_number")}
          type="number"
          label="Their visit"
          value={visitor.visitNumber}
          onChange={(event) => onChange({ visitNumber: event.target.value })}
        />
        <TextField
          {...told("total_scans")}
          type="number"
          label="Scan of all"
          value={visitor.totalScans}
          onChange={(event) => onChange({ totalScans: event.target.value })}
        />
      </Stack>
      <TextField
        {...told("query")}
        label="Address ends with"
        placeholder="?table=7"
        value={visitor.query}
        onChange={(event) => onChange({ query: event.target.value })}
      />
      <TextField
        {...told("address")}
        label="Network address"
        placeholder="192.0.2.7"
        value={visitor.address}
        onChange={(event) => onChange({ address: event.target.value })}
        slotProps={{ htmlInput: { maxLength: 64, autoCapitalize: "none", spellCheck: false } }}
      />
      <TextField
        {...told("customer_tags", "Nobody known, if empty")}
        label="Tags of the customer"
        placeholder="gold, newsletter"
        value={visitor.tags}
        onChange={(event) => onChange({ tags: event.target.value })}
      />
      <TextField
        {...told("visitor_id", "Another word is another person: shares are drawn by it")}
        label="Visitor"
        value={visitor.visitorId}
        onChange={(event) => onChange({ visitorId: event.target.value })}
      />
    </Stack>
  );
}
