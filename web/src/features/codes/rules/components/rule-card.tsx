import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import AddIcon from "@mui/icons-material/Add";
import ArrowDownwardIcon from "@mui/icons-material/ArrowDownward";
import ArrowUpwardIcon from "@mui/icons-material/ArrowUpward";
import DeleteOutlineIcon from "@mui/icons-material/DeleteOutlined";
import DragIndicatorIcon from "@mui/icons-material/DragIndicator";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import IconButton from "@mui/material/IconButton";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { type ReactNode, useState } from "react";
import { ConditionRow } from "@/features/codes/rules/components/condition-row";
import { type DraftRule, emptyCondition, type RuleProblems } from "@/features/codes/rules/draft";
import type { RuleOptions } from "@/features/codes/rules/types";
import { PagePicker } from "@/shared/pages/page-picker";

interface RuleCardProps {
  draft: DraftRule;
  place: number;
  count: number;
  options: RuleOptions;
  zone: string;
  hasPage: boolean;
  problems: RuleProblems | undefined;
  onChange: (draft: DraftRule) => void;
  onMove: (to: number) => void;
  /** Called when another rule is dropped here. */
  onReceive: (from: number) => void;
  onRemove: () => void;
}

const DRAGGED = "application/x-waypost-rule";

/** One rule: its conditions, and the outcome if all of them are met. */
export function RuleCard(props: RuleCardProps) {
  const { draft, place, options, zone, problems, onChange } = props;
  const [isOver, setIsOver] = useState(false);
  const first = options.conditions[0];
  const addCondition = () => {
    if (first !== undefined) {
      onChange({ ...draft, conditions: [...draft.conditions, emptyCondition(first)] });
    }
  };
  return (
    <Card
      component="li"
      aria-label={draft.name === "" ? t`Rule ${place + 1}` : t`Rule ${place + 1}: ${draft.name}`}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes(DRAGGED)) {
          event.preventDefault();
          setIsOver(true);
        }
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        setIsOver(false);
        if (!event.dataTransfer.types.includes(DRAGGED)) {
          // Text that is dragged into a field of this rule is not a rule.
          return;
        }
        event.preventDefault();
        props.onReceive(Number(event.dataTransfer.getData(DRAGGED)));
      }}
      sx={{
        p: { xs: 1.5, sm: 2 },
        outline: isOver ? 2 : 0,
        outlineStyle: "solid",
        outlineColor: "primary.main",
        bgcolor: draft.enabled ? "background.paper" : "action.hover",
      }}
    >
      <Stack sx={{ gap: 2 }}>
        <RuleHead {...props} />
        {problems?.rule.map((text) => (
          <Alert key={text} severity="error">
            {text}
          </Alert>
        ))}
        {draft.conditions.length === 0 ? (
          <Typography variant="body2" color="textSecondary">
            <Trans>No conditions: this rule applies to everyone.</Trans>
          </Typography>
        ) : null}
        {draft.conditions.map((condition, number) => (
          <ConditionRow
            key={condition.key}
            draft={condition}
            options={options}
            zone={zone}
            place={number}
            problem={problems?.conditions[number]}
            onChange={(changed) =>
              onChange({
                ...draft,
                conditions: draft.conditions.map((one) => (one.key === changed.key ? changed : one)),
              })
            }
            onRemove={() =>
              onChange({ ...draft, conditions: draft.conditions.filter((one) => one.key !== condition.key) })
            }
          />
        ))}
        {draft.conditions.length < options.max_conditions ? (
          <Box>
            <Button size="small" startIcon={<AddIcon />} onClick={addCondition}>
              <Trans>Add condition</Trans>
            </Button>
          </Box>
        ) : null}
        <Outcome {...props} />
      </Stack>
    </Card>
  );
}

function RuleHead({ draft, place, count, onChange, onMove, onRemove }: RuleCardProps) {
  const name = draft.name === "" ? `rule ${place + 1}` : draft.name;
  return (
    <Stack direction="row" useFlexGap sx={{ gap: 0.5, alignItems: "center", flexWrap: "wrap" }}>
      <Tooltip title={t`Drag to reorder`}>
        <Box
          draggable
          onDragStart={(event) => event.dataTransfer.setData(DRAGGED, `${place}`)}
          aria-hidden
          sx={{ display: { xs: "none", md: "flex" }, cursor: "grab", color: "text.secondary" }}
        >
          <DragIndicatorIcon fontSize="small" />
        </Box>
      </Tooltip>
      <TextField
        size="small"
        label={t`Name of rule ${place + 1}`}
        value={draft.name}
        onChange={(event) => onChange({ ...draft, name: event.target.value })}
        slotProps={{ htmlInput: { maxLength: 80 } }}
        sx={{ flex: "1 1 180px" }}
      />
      <Stack direction="row" sx={{ alignItems: "center", ml: "auto" }}>
        <Switch
          checked={draft.enabled}
          onChange={(event) => onChange({ ...draft, enabled: event.target.checked })}
          slotProps={{ input: { "aria-label": t`Use ${name}` } }}
        />
        <Mover label={t`Move ${name} up`} isOff={place === 0} onMove={() => onMove(place - 1)}>
          <ArrowUpwardIcon fontSize="small" />
        </Mover>
        <Mover label={t`Move ${name} down`} isOff={place === count - 1} onMove={() => onMove(place + 1)}>
          <ArrowDownwardIcon fontSize="small" />
        </Mover>
        <IconButton aria-label={t`Remove ${name}`} onClick={onRemove}>
          <DeleteOutlineIcon fontSize="small" />
        </IconButton>
      </Stack>
    </Stack>
  );
}

interface MoverProps {
  label: string;
  isOff: boolean;
  onMove: () => void;
  children: ReactNode;
}

/**
 * A button that stays focusable at the end of the list, where nothing more can be moved, so that the keyboard continues
 * from there.
 */
function Mover({ label, isOff, onMove, children }: MoverProps) {
  return (
    <IconButton
      aria-label={label}
      aria-disabled={isOff}
      onClick={isOff ? undefined : onMove}
      sx={{ opacity: isOff ? 0.38 : 1 }}
    >
      {children}
    </IconButton>
  );
}

function Outcome({ draft, place, options, hasPage, problems, onChange }: RuleCardProps) {
  return (
    <Stack sx={{ flexDirection: { xs: "column", sm: "row" }, gap: 1.5 }}>
      <TextField
        select
        size="small"
        label={t`Action of rule ${place + 1}`}
        value={draft.outcome}
        onChange={(event) => onChange({ ...draft, outcome: event.target.value as DraftRule["outcome"] })}
        sx={{ minWidth: 210 }}
      >
        {options.outcomes.map((outcome) => (
          <MenuItem key={outcome.value} value={outcome.value}>
            {outcome.label}
          </MenuItem>
        ))}
      </TextField>
      {draft.outcome === "redirect" ? (
        <TextField
          fullWidth
          size="small"
          type="url"
          label="URL"
          placeholder="https://example.com/offer"
          value={draft.url}
          onChange={(event) => onChange({ ...draft, url: event.target.value })}
          error={problems?.url !== undefined}
          helperText={problems?.url}
          slotProps={{ htmlInput: { inputMode: "url", autoCapitalize: "none", spellCheck: false } }}
        />
      ) : null}
      {draft.outcome === "page" ? (
        <PagePicker
          label={t`Page`}
          value={draft.pageId}
          hasOwn={hasPage}
          onChange={(pageId) => onChange({ ...draft, pageId })}
        />
      ) : null}
      {draft.outcome === "refuse" ? (
        <TextField
          fullWidth
          size="small"
          label={t`Message to visitors`}
          placeholder={t`This is for members only`}
          value={draft.message}
          onChange={(event) => onChange({ ...draft, message: event.target.value })}
          slotProps={{ htmlInput: { maxLength: 300 } }}
        />
      ) : null}
    </Stack>
  );
}
