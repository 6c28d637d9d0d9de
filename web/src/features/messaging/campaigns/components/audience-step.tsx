import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Link from "@mui/material/Link";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { Link as RouterLink } from "react-router";
import type { Campaign, CampaignChannel, Plan } from "@/features/messaging/campaigns/api/campaigns";
import { importsQuery } from "@/features/messaging/campaigns/api/audiences";
import { CHANNELS } from "@/features/messaging/campaigns/words";
import { CodePicker } from "@/shared/codes/code-picker";
import { paths } from "@/shared/config/paths";
import { flattenTree, foldersQuery, treeOf } from "@/shared/folders/folders";
import { SearchPicker } from "@/shared/search-picker/search-picker";
import { segmentSource } from "@/shared/segments/segment-source";

type AudienceKind = Campaign["audience"]["kind"];

interface StepProps {
  plan: Plan;
  onChange: (change: Partial<Plan>) => void;
}

/** The name, the audience and the channel. */
export function AudienceStep({ plan, onChange }: StepProps) {
  const { kind, id } = plan.audience;
  const choose = (next: AudienceKind) => onChange({ audience: { kind: next, id: next === "everyone" ? null : "" } });
  const name = (chosen: string | null) => onChange({ audience: { kind, id: chosen ?? "" } });
  return (
    <Stack spacing={2.5} sx={{ maxWidth: 560 }}>
      <TextField
        label={t`Name`}
        required
        value={plan.name}
        onChange={({ target }) => onChange({ name: target.value })}
        helperText={t`Only your team sees it.`}
        slotProps={{ htmlInput: { maxLength: 80 } }}
      />
      <TextField
        select
        label={t`Channel`}
        value={plan.channel}
        onChange={({ target }) => onChange({ channel: target.value as CampaignChannel })}
        helperText={
          plan.channel === "best"
            ? t`A pass message for people with a pass, otherwise a browser notification, otherwise a text message, otherwise an email.`
            : undefined
        }
      >
        {(["sms", "email", "wallet_push", "web_push", "best"] as const).map((one) => (
          <MenuItem key={one} value={one}>
            {t(CHANNELS[one])}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        label={t`Kind`}
        value={plan.purpose}
        onChange={({ target }) => onChange({ purpose: target.value as Plan["purpose"] })}
        helperText={t`Only people who agreed to this kind of message on this channel get it.`}
      >
        <MenuItem value="marketing">{t`News and offers`}</MenuItem>
        <MenuItem value="feedback">{t`Surveys and review requests`}</MenuItem>
      </TextField>
      <TextField
        select
        label={t`Audience`}
        value={kind}
        onChange={({ target }) => choose(target.value as AudienceKind)}
      >
        <MenuItem value="everyone">{t`Everyone`}</MenuItem>
        <MenuItem value="segment">{t`A segment`}</MenuItem>
        <MenuItem value="code">{t`People who submitted a form of a code`}</MenuItem>
        <MenuItem value="folder">{t`People who submitted a form of a folder’s codes`}</MenuItem>
        <MenuItem value="import">{t`People from an import`}</MenuItem>
      </TextField>
      {kind === "segment" ? <SegmentChoice value={id ?? ""} onChange={name} /> : null}
      {kind === "code" ? <CodePicker label={t`Code`} value={id || null} onChange={name} required /> : null}
      {kind === "folder" ? <FolderChoice value={id ?? ""} onChange={name} /> : null}
      {kind === "import" ? <ImportChoice value={id ?? ""} onChange={name} /> : null}
    </Stack>
  );
}

interface ChoiceProps {
  value: string;
  onChange: (id: string) => void;
}

function SegmentChoice({ value, onChange }: ChoiceProps) {
  return (
    <div>
      <SearchPicker
        label={t`Segment`}
        source={segmentSource}
        value={value || null}
        onChange={(id) => onChange(id ?? "")}
        deleted={t`Deleted segment`}
        failed={t`Your segments couldn’t be loaded.`}
        none={t`No segment has this name.`}
        required
      />
      <Typography variant="body2" color="textSecondary" sx={{ mt: 0.75 }}>
        <Trans>
          Its members are determined at the moment of sending.{" "}
          <Link component={RouterLink} to={paths.newSegment}>
            Create a segment
          </Link>
        </Trans>
      </Typography>
    </div>
  );
}

function FolderChoice({ value, onChange }: ChoiceProps) {
  const folders = useQuery(foldersQuery);
  const options = folders.data
    ? flattenTree(treeOf(folders.data)).map((one): [string, string] => [one.folder_id, one.trail.join(" / ")])
    : undefined;
  return <Choice label={t`Folder`} value={value} onChange={onChange} options={options} isFailed={folders.isError} />;
}

function ImportChoice({ value, onChange }: ChoiceProps) {
  const imports = useQuery(importsQuery);
  return (
    <Choice
      label={t`Import`}
      value={value}
      onChange={onChange}
      options={imports.data?.items.map((one) => [one.import_id, one.file_name])}
      isFailed={imports.isError}
    />
  );
}

interface OptionsProps extends ChoiceProps {
  label: string;
  options: [string, string][] | undefined;
  isFailed: boolean;
}

function Choice({ label, value, onChange, options, isFailed }: OptionsProps) {
  const known = options?.some(([id]) => id === value) === true;
  return (
    <TextField
      select
      fullWidth
      required
      label={label}
      value={known ? value : ""}
      onChange={({ target }) => onChange(target.value)}
      error={isFailed}
      helperText={isFailed ? t`The choices couldn’t be loaded.` : options?.length === 0 ? t`None yet.` : undefined}
    >
      {(options ?? []).map(([id, name]) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}
