import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import AddIcon from "@mui/icons-material/Add";
import ArrowDownwardIcon from "@mui/icons-material/ArrowDownward";
import ArrowUpwardIcon from "@mui/icons-material/ArrowUpward";
import CallSplitIcon from "@mui/icons-material/CallSplit";
import DeleteIcon from "@mui/icons-material/DeleteOutlined";
import LogoutIcon from "@mui/icons-material/Logout";
import ScheduleIcon from "@mui/icons-material/Schedule";
import SendIcon from "@mui/icons-material/SendOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Collapse from "@mui/material/Collapse";
import IconButton from "@mui/material/IconButton";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import type { Step } from "@/features/messaging/automations/api/automations";
import { type Editors, StepFields } from "@/features/messaging/automations/components/step-fields";
import {
  added,
  freeId,
  type ListPlace,
  moved,
  newStep,
  removed,
  replaced,
  TOP,
} from "@/features/messaging/automations/steps";
import { CHANNELS, firstWords, STEP_KINDS, waitInWords } from "@/features/messaging/automations/words";

const ICONS = {
  message: <SendIcon fontSize="small" />,
  wait: <ScheduleIcon fontSize="small" />,
  condition: <CallSplitIcon fontSize="small" />,
  exit: <LogoutIcon fontSize="small" />,
} as const;
const DEEPEST = 4;

interface StepListProps {
  /** Every step of the plan. */
  steps: Step[];
  onChange: (steps: Step[]) => void;
  editors: Editors;
  mayEdit: boolean;
  /** The number of people who wait at each step. */
  waiting: ReadonlyMap<string, number>;
}

/** The steps of an automation, from top to bottom. The two branches of a condition are indented. */
export function StepList(props: StepListProps) {
  const [openId, setOpenId] = useState<string | null>(null);
  return <Level {...props} list={props.steps} place={TOP} depth={0} openId={openId} onOpen={setOpenId} />;
}

interface LevelProps extends StepListProps {
  list: readonly Step[];
  place: ListPlace;
  depth: number;
  openId: string | null;
  onOpen: (id: string | null) => void;
}

function Level({ list, place, depth, ...shared }: LevelProps) {
  const { steps, onChange, onOpen, mayEdit } = shared;
  const add = (kind: Step["kind"]) => {
    const step = newStep(kind, freeId(steps));
    onChange(added(steps, place, step));
    onOpen(kind === "exit" ? null : step.id);
  };
  return (
    <Box>
      <Box component="ol" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {list.map((step, at) => (
          <Box component="li" key={step.id} sx={{ mb: 1 }}>
            <StepCard step={step} isFirst={at === 0} isLast={at === list.length - 1} {...shared} />
            {step.kind === "condition" ? (
              <Stack spacing={1} sx={{ mt: 1, ml: { xs: 1, sm: 3 } }}>
                {(["yes", "no"] as const).map((side) => (
                  <Box
                    key={side}
                    role="group"
                    aria-label={side === "yes" ? t`If they fit` : t`If they don’t fit`}
                    sx={{
                      pl: { xs: 1.5, sm: 2 },
                      borderLeft: 2,
                      borderColor: side === "yes" ? "success.main" : "divider",
                    }}
                  >
                    <Typography variant="caption" color="textSecondary" component="p" sx={{ mb: 0.5 }}>
                      {side === "yes" ? <Trans>If they fit</Trans> : <Trans>If they don’t fit</Trans>}
                    </Typography>
                    <Level
                      {...shared}
                      list={step[side] ?? []}
                      place={{ conditionId: step.id, side }}
                      depth={depth + 1}
                    />
                  </Box>
                ))}
              </Stack>
            ) : null}
          </Box>
        ))}
      </Box>
      {mayEdit ? <AddStep onAdd={add} mayBranch={depth < DEEPEST} /> : null}
    </Box>
  );
}

interface CardProps extends StepListProps {
  step: Step;
  isFirst: boolean;
  isLast: boolean;
  openId: string | null;
  onOpen: (id: string | null) => void;
}

function StepCard({ step, isFirst, isLast, steps, onChange, editors, mayEdit, waiting, openId, onOpen }: CardProps) {
  const isOpen = openId === step.id;
  const title = titleOf(step);
  const people = waiting.get(step.id) ?? 0;
  return (
    <Card variant="outlined" sx={isOpen ? { borderColor: "primary.main" } : undefined}>
      <Stack direction="row" sx={{ alignItems: "center", pr: 0.5 }}>
        <Button
          color="inherit"
          aria-expanded={isOpen}
          disabled={!mayEdit}
          onClick={() => onOpen(isOpen ? null : step.id)}
          startIcon={ICONS[step.kind]}
          sx={{
            flex: 1,
            minWidth: 0,
            px: 2,
            py: 1.25,
            justifyContent: "flex-start",
            textAlign: "left",
            "&.Mui-disabled": { color: "text.primary" },
          }}
        >
          <Box component="span" sx={{ minWidth: 0 }}>
            <Box component="span" sx={{ display: "block", overflowWrap: "anywhere" }}>
              {title}
            </Box>
            {step.kind === "message" && firstWords(step) !== "" ? (
              <Typography
                variant="caption"
                color="textSecondary"
                component="span"
                noWrap
                sx={{ display: "block", maxWidth: "100%" }}
              >
                {firstWords(step)}
              </Typography>
            ) : null}
            {people > 0 ? (
              <Typography variant="caption" color="textSecondary" component="span" sx={{ display: "block" }}>
                {plural(people, { one: "# person waits for this", other: "# people wait for this" })}
              </Typography>
            ) : null}
          </Box>
        </Button>
        {mayEdit ? (
          <>
            <IconButton
              size="small"
              aria-label={t`Move up: ${title}`}
              disabled={isFirst}
              onClick={() => onChange(moved(steps, step.id, -1))}
            >
              <ArrowUpwardIcon fontSize="small" />
            </IconButton>
            <IconButton
              size="small"
              aria-label={t`Move down: ${title}`}
              disabled={isLast}
              onClick={() => onChange(moved(steps, step.id, 1))}
            >
              <ArrowDownwardIcon fontSize="small" />
            </IconButton>
            <IconButton size="small" aria-label={t`Delete: ${title}`} onClick={() => onChange(removed(steps, step.id))}>
              <DeleteIcon fontSize="small" />
            </IconButton>
          </>
        ) : null}
      </Stack>
      <Collapse in={isOpen} unmountOnExit>
        <Box sx={{ p: 2, pt: 1 }}>
          <StepFields step={step} editors={editors} onChange={(changed) => onChange(replaced(steps, changed))} />
        </Box>
      </Collapse>
    </Card>
  );
}

function titleOf(step: Step): string {
  switch (step.kind) {
    case "wait":
      return waitInWords(step);
    case "message":
      return t(CHANNELS[step.channel]);
    default:
      return t(STEP_KINDS[step.kind]);
  }
}

function AddStep({ onAdd, mayBranch }: { onAdd: (kind: Step["kind"]) => void; mayBranch: boolean }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const kinds = (Object.keys(STEP_KINDS) as Step["kind"][]).filter((kind) => mayBranch || kind !== "condition");
  return (
    <>
      <Button
        size="small"
        startIcon={<AddIcon />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Trans>Add step</Trans>
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {kinds.map((kind) => (
          <MenuItem
            key={kind}
            onClick={() => {
              setAnchor(null);
              onAdd(kind);
            }}
          >
            {t(STEP_KINDS[kind])}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
