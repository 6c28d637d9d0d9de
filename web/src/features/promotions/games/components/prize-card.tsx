import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import DeleteOutlinedIcon from "@mui/icons-material/DeleteOutlined";
import ExpandMoreIcon from "@mui/icons-material/ExpandMore";
import GiftIcon from "@mui/icons-material/CardGiftcardOutlined";
import Accordion from "@mui/material/Accordion";
import AccordionDetails from "@mui/material/AccordionDetails";
import AccordionSummary from "@mui/material/AccordionSummary";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { rewardsQuery } from "@/features/promotions/games/api/games";
import { problemAt } from "@/features/promotions/games/draft";
import {
  ChanceField,
  FIELDS,
  MoneyField,
  NumberField,
  type Problems,
} from "@/features/promotions/games/components/fields";
import { PrizeDraw } from "@/features/promotions/games/components/prize-draw";
import { TranslatedNames } from "@/features/promotions/games/components/translated-names";
import { chanceText, GIVES } from "@/features/promotions/games/game-texts";
import type { Gives, Kind, PrizeDraft } from "@/features/promotions/games/types";
import { messageOf } from "@/shared/api/errors";
import { CodePicker } from "@/shared/codes/code-picker";
import { formatCount } from "@/shared/format/numbers";
import { PictureField } from "@/shared/media/picture-field";
import { PassTemplateField } from "@/shared/passes/pass-template-field";
import { BatchPicker } from "@/shared/promotions/batch-picker";

interface PrizeCardProps {
  prize: PrizeDraft;
  /** The path of its field, such as `prizes.0`. */
  at: string;
  kind: Kind;
  problems: Problems;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onChange: (changed: Partial<PrizeDraft>) => void;
  onRemove: () => void;
}

/** A prize: its name, what it gives, and how it is drawn. */
export function PrizeCard({ prize, at, kind, problems, isOpen, onOpen, onChange, onRemove }: PrizeCardProps) {
  const on = (name: string) => problems[`${at}.${name}`];
  const problem = problemAt(problems, at);
  const name = prize.name || t`New prize`;
  return (
    <Accordion
      variant="outlined"
      disableGutters
      expanded={isOpen}
      onChange={(_, next) => onOpen(next)}
      slotProps={{ transition: { unmountOnExit: true }, heading: { component: "h3" } }}
      sx={{
        borderRadius: 2,
        borderColor: problem === undefined ? "divider" : "error.main",
        "&::before": { display: "none" },
      }}
    >
      <AccordionSummary expandIcon={<ExpandMoreIcon />}>
        <Stack direction="row" spacing={2} sx={{ alignItems: "center", minWidth: 0 }}>
          <PrizePicture url={prize.picture_url} />
          <Box sx={{ minWidth: 0 }}>
            <Typography variant="subtitle1" component="span" sx={{ display: "block", overflowWrap: "anywhere" }}>
              {name}
            </Typography>
            <Typography variant="body2" component="span" color={problem ? "error" : "textSecondary"}>
              {problem ?? summaryOf(prize)}
            </Typography>
          </Box>
        </Stack>
      </AccordionSummary>
      <AccordionDetails>
        <Box sx={FIELDS}>
          <TextField
            fullWidth
            required
            label={t`Name`}
            value={prize.name}
            onChange={({ target }) => onChange({ name: target.value })}
            error={Boolean(on("name"))}
            helperText={on("name")}
            slotProps={{ htmlInput: { maxLength: 200 } }}
          />
          <PictureField
            label={t`Picture`}
            value={prize.picture_url ?? ""}
            error={Boolean(on("picture_url"))}
            {...(on("picture_url") ? { helperText: on("picture_url") } : {})}
            onChange={(url) => onChange({ picture_url: url.trim() || null })}
          />
          <TextField
            select
            fullWidth
            label={t`Winners get`}
            value={prize.gives}
            onChange={({ target }) => onChange({ gives: target.value as Gives })}
            helperText={t(GIVES[prize.gives].text)}
          >
            {Object.entries(GIVES).map(([gives, it]) => (
              <MenuItem key={gives} value={gives}>
                {t(it.name)}
              </MenuItem>
            ))}
          </TextField>
          <Given prize={prize} on={on} onChange={onChange} />
          <NumberField
            label={t`Stock`}
            value={prize.stock}
            onChange={(stock) => onChange({ stock })}
            problem={on("stock")}
            hint={t`Leave empty for no limit`}
          />
          <ChanceField
            label={t`Chance in each draw`}
            value={prize.odds_ppm}
            onChange={(odds) => onChange({ odds_ppm: odds ?? 0 })}
            problem={on("odds_ppm")}
            hint={chanceHint(prize.odds_ppm)}
          />
          <MoneyField
            label={t`Unit cost`}
            value={prize.cost_cents}
            onChange={(cost_cents) => onChange({ cost_cents })}
            problem={on("cost_cents")}
            hint={t`For the simulation and reports; visitors do not see it`}
          />
          <NumberField
            label={t`Days to claim`}
            value={prize.claim_days}
            empty={30}
            onChange={(days) => onChange({ claim_days: days ?? 30 })}
            problem={on("claim_days")}
            hint={t`Then it goes back into the stock`}
          />
        </Box>
        <FormControlLabel
          sx={{ mt: 1.5 }}
          control={
            <Switch
              checked={prize.is_consolation}
              onChange={(_, is) =>
                onChange(
                  is ? { is_consolation: true, odds_ppm: 0, moments: 0, paced: false } : { is_consolation: false },
                )
              }
            />
          }
          label={t`Consolation prize: everybody who wins nothing else gets it`}
        />
        {prize.is_consolation ? null : <PrizeDraw prize={prize} kind={kind} on={on} onChange={onChange} />}
        <TranslatedNames
          translations={prize.translations}
          onChange={(translations) => onChange({ translations })}
          problemOf={(language) => on(`translations.${language}.name`)}
        />
        <Button
          color="error"
          startIcon={<DeleteOutlinedIcon />}
          onClick={onRemove}
          aria-label={t`Remove prize ${name}`}
          sx={{ mt: 2 }}
        >
          <Trans>Remove prize</Trans>
        </Button>
      </AccordionDetails>
    </Accordion>
  );
}

/** The picture of a prize, or a gift icon. */
export function PrizePicture({ url }: { url: string | null }) {
  return url ? (
    <Box
      component="img"
      src={url}
      alt=""
      sx={{ width: 44, height: 44, objectFit: "cover", borderRadius: 1.5, flexShrink: 0 }}
    />
  ) : (
    <Box
      aria-hidden
      sx={{
        width: 44,
        height: 44,
        borderRadius: 1.5,
        flexShrink: 0,
        display: "grid",
        placeItems: "center",
        bgcolor: "action.hover",
        color: "text.secondary",
      }}
    >
      <GiftIcon />
    </Box>
  );
}

function summaryOf({ stock, odds_ppm, moments, is_consolation }: PrizeDraft): string {
  const amount = stock === null ? t`No limit` : plural(stock, { one: "# in stock", other: "# in stock" });
  if (is_consolation) {
    return t`${amount} · consolation prize`;
  }
  const ways = [
    ...(odds_ppm > 0 ? [chanceText(odds_ppm)] : []),
    ...(moments > 0 ? [plural(moments, { one: "# winning moment", other: "# winning moments" })] : []),
  ];
  return [amount, ...ways].join(" · ");
}

function chanceHint(ppm: number): string {
  return ppm === 0 ? t`0: only by winning moments` : t`About 1 of ${formatCount(Math.round(1_000_000 / ppm))} plays`;
}

interface GivenProps {
  prize: PrizeDraft;
  on: (name: string) => string | undefined;
  onChange: (changed: Partial<PrizeDraft>) => void;
}

/** The code, pass or reward that a prize gives, or its points. */
function Given({ prize, on, onChange }: GivenProps) {
  const rewards = useQuery({ ...rewardsQuery, enabled: prize.gives === "reward" });
  switch (prize.gives) {
    case "points":
      return (
        <NumberField
          label={t`Points`}
          value={prize.points}
          onChange={(points) => onChange({ points })}
          problem={on("points")}
        />
      );
    case "code":
      return (
        <BatchPicker
          label={t`Promo batch`}
          value={prize.batch_id ?? ""}
          onChange={(batchId) => onChange({ batch_id: batchId || null })}
          problem={on("batch_id")}
        />
      );
    case "one_time":
      return (
        <CodePicker
          label={t`Code`}
          value={prize.base_code_id}
          onChange={(codeId) => onChange({ base_code_id: codeId })}
          error={Boolean(on("base_code_id"))}
          helperText={on("base_code_id") ?? t`The one-time codes open what this code opens`}
        />
      );
    case "pass": {
      const problem = on("template_id");
      return (
        <PassTemplateField
          label={t`Pass template`}
          value={prize.template_id ?? ""}
          onChange={(templateId) => onChange({ template_id: templateId || null })}
          error={Boolean(problem)}
          {...(problem ? { helperText: problem } : {})}
        />
      );
    }
    case "reward": {
      const items = rewards.data?.items ?? [];
      return (
        <TextField
          select
          fullWidth
          label={t`Reward`}
          value={items.some(({ reward_id }) => reward_id === prize.reward_id) ? prize.reward_id : ""}
          onChange={({ target }) => onChange({ reward_id: target.value })}
          error={Boolean(on("reward_id")) || rewards.isError}
          helperText={
            on("reward_id") ??
            (rewards.isError
              ? messageOf(rewards.error)
              : rewards.data?.items.length === 0
                ? t`Create a reward first, under Rewards.`
                : undefined)
          }
        >
          {items.map(({ reward_id, name }) => (
            <MenuItem key={reward_id} value={reward_id}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      );
    }
    default:
      return null;
  }
}
