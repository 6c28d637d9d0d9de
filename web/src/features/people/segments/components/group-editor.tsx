import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import AddIcon from "@mui/icons-material/Add";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import type { CustomField } from "@/features/people/segments/api/segments";
import { ConditionRow } from "@/features/people/segments/components/condition-row";
import { Choice } from "@/features/people/segments/components/inputs";
import { type DraftGroup, type DraftPart, isGroup, newGroup, newLeaf } from "@/features/people/segments/draft";
import { GROUPS } from "@/features/people/segments/words";
import { textsOf } from "@/shared/i18n/texts";

const DEEPEST = 5;

interface GroupEditorProps {
  group: DraftGroup;
  fields: readonly CustomField[];
  tags: readonly string[];
  segmentId: string | null;
  depth?: number;
  onChange: (group: DraftGroup) => void;
  onRemove?: () => void;
}

/** A group of conditions, of which all, any or none must be met. */
export function GroupEditor({ group, depth = 1, onChange, onRemove, ...shared }: GroupEditorProps) {
  const replace = (changed: DraftPart) =>
    onChange({ ...group, parts: group.parts.map((part) => (part.key === changed.key ? changed : part)) });
  const add = (part: DraftPart) => onChange({ ...group, parts: [...group.parts, part] });
  const remove = (key: string) => onChange({ ...group, parts: group.parts.filter((part) => part.key !== key) });
  const isOnly = group.parts.length === 1;
  return (
    <Box
      role="group"
      aria-label={t(GROUPS[group.kind])}
      sx={depth === 1 ? undefined : { p: 1.5, borderRadius: 2, bgcolor: "action.hover" }}
    >
      <Stack sx={{ gap: 1.5 }}>
        <Stack direction="row" sx={{ alignItems: "center", justifyContent: "space-between", gap: 1 }}>
          <Choice
            label={t`Match`}
            value={group.kind}
            options={textsOf(GROUPS)}
            onChange={(kind) => onChange({ ...group, kind })}
            width={170}
          />
          {onRemove ? (
            <Button size="small" color="inherit" onClick={onRemove}>
              <Trans>Remove group</Trans>
            </Button>
          ) : null}
        </Stack>
        {group.parts.map((part) =>
          isGroup(part) ? (
            <GroupEditor
              key={part.key}
              group={part}
              depth={depth + 1}
              onChange={replace}
              {...(isOnly ? {} : { onRemove: () => remove(part.key) })}
              {...shared}
            />
          ) : (
            <ConditionRow
              key={part.key}
              part={part}
              onChange={(changed) => replace({ ...changed, key: part.key })}
              onRemove={isOnly ? undefined : () => remove(part.key)}
              {...shared}
            />
          ),
        )}
        <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
          <Button size="small" startIcon={<AddIcon />} onClick={() => add(newLeaf("behaviour"))}>
            <Trans>Add condition</Trans>
          </Button>
          {depth < DEEPEST ? (
            <Button size="small" startIcon={<AddIcon />} onClick={() => add(newGroup())}>
              <Trans>Add group</Trans>
            </Button>
          ) : null}
        </Stack>
      </Stack>
    </Box>
  );
}
