import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import type { LocalContent, Plan } from "@/features/messaging/campaigns/api/campaigns";
import { MessagePreview } from "@/features/messaging/campaigns/components/message-preview";
import { PlaceholderList } from "@/features/messaging/campaigns/components/placeholder-list";
import { emptyContent, evenShares, type WrittenChannel, writtenChannels } from "@/features/messaging/campaigns/words";
import { CodePicker } from "@/shared/codes/code-picker";
import { RichTextEditor } from "@/shared/components/rich-text-editor";
import { LANGUAGES, languageName } from "@/shared/i18n/visitor-languages";

const MOST_VARIANTS = 5;
const KEYS = "abcde";

interface StepProps {
  plan: Plan;
  /** Whether the comparison of versions is unavailable. */
  hasOneVersion?: boolean;
  onChange: (change: Partial<Plan>) => void;
}

/** The texts by version and language, with a preview of the message. */
export function ContentStep({ plan, hasOneVersion = false, onChange }: StepProps) {
  const [variantAt, setVariantAt] = useState(0);
  const [languageAt, setLanguageAt] = useState(0);
  const at = Math.min(variantAt, plan.variants.length - 1);
  const variant = plan.variants[at] ?? { key: "a", share: 100, contents: [] };
  const chosen = Math.min(languageAt, variant.contents.length - 1);
  const content = variant.contents[chosen] ?? emptyContent("en");
  const setContents = (contents: LocalContent[]) =>
    onChange({ variants: plan.variants.map((one, number) => (number === at ? { ...one, contents } : one)) });
  const set = (change: Partial<LocalContent>) =>
    setContents(variant.contents.map((one, number) => (number === chosen ? { ...one, ...change } : one)));
  const unused = Object.keys(LANGUAGES).filter((tag) => variant.contents.every((one) => one.language !== tag));
  const versions = (count: number) => {
    const shares = evenShares(count);
    onChange({
      variants: shares.map((share, number) => {
        const before = plan.variants[number] ?? { ...variant, key: KEYS[number] ?? "a" };
        return { ...before, share };
      }),
    });
    setVariantAt(count - 1);
  };
  return (
    <Box
      sx={{
        display: "grid",
        gap: 3,
        gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 1fr) 340px" },
        alignItems: "start",
      }}
    >
      <Stack spacing={2.5} sx={{ minWidth: 0 }}>
        <Stack direction="row" spacing={1} sx={{ alignItems: "center", flexWrap: "wrap" }} useFlexGap>
          {plan.variants.length > 1 ? (
            <Tabs value={at} onChange={(_, next: number) => setVariantAt(next)} aria-label={t`Version`}>
              {plan.variants.map((one, number) => (
                <Tab
                  key={one.key}
                  value={number}
                  label={t`Version ${(one.key ?? "a").toUpperCase()} · ${one.share ?? 100}%`}
                />
              ))}
            </Tabs>
          ) : null}
          {!hasOneVersion && plan.variants.length < MOST_VARIANTS ? (
            <Button size="small" onClick={() => versions(plan.variants.length + 1)}>
              {plan.variants.length === 1 ? <Trans>Compare with another version</Trans> : <Trans>Add version</Trans>}
            </Button>
          ) : null}
          {plan.variants.length > 1 ? (
            <Button size="small" color="error" onClick={() => versions(plan.variants.length - 1)}>
              <Trans>Remove last version</Trans>
            </Button>
          ) : null}
        </Stack>
        <Stack direction={{ xs: "column", sm: "row" }} spacing={2}>
          <TextField
            select
            label={t`Language`}
            size="small"
            value={chosen}
            onChange={({ target }) => setLanguageAt(Number(target.value))}
            helperText={chosen === 0 ? t`Also used for all other languages` : undefined}
            sx={{ flex: { sm: "1 1 220px" }, minWidth: 0, maxWidth: { sm: 280 } }}
          >
            {variant.contents.map((one, number) => (
              <MenuItem key={one.language} value={number}>
                {languageName(one.language)}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            select
            label={t`Add language`}
            size="small"
            value=""
            onChange={({ target }) => {
              setContents([...variant.contents, { ...content, language: target.value }]);
              setLanguageAt(variant.contents.length);
            }}
            sx={{ flex: { sm: "1 1 180px" }, minWidth: 0, maxWidth: { sm: 220 } }}
          >
            {unused.map((tag) => (
              <MenuItem key={tag} value={tag}>
                {languageName(tag)}
              </MenuItem>
            ))}
          </TextField>
        </Stack>
        {writtenChannels(plan.channel).map((channel) => (
          <ChannelFields key={`${channel}-${variant.key}-${content.language}`} {...{ channel, content, set }} />
        ))}
        <PlaceholderList />
        <CodePicker
          label={t`Code for the link`}
          value={plan.code_id}
          onChange={(codeId) => onChange({ code_id: codeId })}
          helperText={t`Opens when someone follows the link.`}
        />
      </Stack>
      <MessagePreview
        channel={plan.channel}
        contents={variant.contents}
        language={content.language}
        codeId={plan.code_id}
      />
    </Box>
  );
}

interface FieldsProps {
  channel: WrittenChannel;
  content: LocalContent;
  set: (change: Partial<LocalContent>) => void;
}

function ChannelFields({ channel, content, set }: FieldsProps) {
  if (channel === "sms") {
    return (
      <TextField
        label={t`Text message`}
        multiline
        minRows={4}
        value={content.sms}
        onChange={({ target }) => set({ sms: target.value })}
        slotProps={{ htmlInput: { maxLength: 1600 } }}
      />
    );
  }
  if (channel === "wallet_push") {
    return (
      <TextField
        label={t`Pass message`}
        multiline
        minRows={2}
        value={content.push}
        onChange={({ target }) => set({ push: target.value })}
        slotProps={{ htmlInput: { maxLength: 300 } }}
      />
    );
  }
  if (channel === "web_push") {
    return (
      <>
        <TextField
          label={t`Notification title`}
          value={content.notice_title}
          onChange={({ target }) => set({ notice_title: target.value })}
          helperText={t`Leave empty for your organisation’s name.`}
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
        <TextField
          label={t`Notification`}
          multiline
          minRows={2}
          value={content.notice}
          onChange={({ target }) => set({ notice: target.value })}
          slotProps={{ htmlInput: { maxLength: 300 } }}
        />
        <TextField
          label={t`Notification link`}
          type="url"
          value={content.notice_url}
          onChange={({ target }) => set({ notice_url: target.value.trim() })}
          helperText={t`Starts with https://. Leave empty to open the campaign’s code.`}
          slotProps={{ htmlInput: { maxLength: 2000 } }}
        />
      </>
    );
  }
  return (
    <>
      <TextField
        label={t`Subject`}
        value={content.subject}
        onChange={({ target }) => set({ subject: target.value })}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
      <TextField
        label={t`Preview text`}
        value={content.preheader}
        onChange={({ target }) => set({ preheader: target.value })}
        helperText={t`Mail apps show it after the subject.`}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
      <RichTextEditor
        label={t`Email`}
        initial={content.html ?? ""}
        onChange={(html) => set({ html })}
        minHeight={180}
      />
    </>
  );
}
