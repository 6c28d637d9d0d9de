import { t } from "@lingui/core/macro";
import DeleteIcon from "@mui/icons-material/DeleteOutlined";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import ListSubheader from "@mui/material/ListSubheader";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import type { CustomField, Leaf } from "@/features/people/segments/api/segments";
import { ActInputs } from "@/features/people/segments/components/act-inputs";
import { FactInputs } from "@/features/people/segments/components/fact-inputs";
import { type DraftLeaf, newLeaf } from "@/features/people/segments/draft";
import { ABOUT, KINDS } from "@/features/people/segments/words";

interface ConditionRowProps {
  part: DraftLeaf;
  fields: readonly CustomField[];
  tags: readonly string[];
  /** The segment that is being edited, which cannot refer to itself. */
  segmentId: string | null;
  onChange: (part: DraftLeaf) => void;
  /** Undefined for the only condition. */
  onRemove: (() => void) | undefined;
}

/** One condition: its kind and its values. */
export function ConditionRow({ part, fields, tags, segmentId, onChange, onRemove }: ConditionRowProps) {
  const { leaf } = part;
  const kind = KINDS.find((one) => one.kind === leaf.kind);
  const label = kind === undefined ? leaf.kind : t(kind.label);
  const change = (changed: Leaf) => onChange({ ...part, leaf: changed });
  return (
    <Box
      role="group"
      aria-label={t`Condition: ${label}`}
      sx={{
        display: "flex",
        alignItems: "flex-start",
        gap: 1,
        p: 1.5,
        border: 1,
        borderColor: "divider",
        borderRadius: 2,
      }}
    >
      <Stack
        direction={{ xs: "column", sm: "row" }}
        sx={{ flex: 1, minWidth: 0, flexWrap: "wrap", gap: 1.5, alignItems: { sm: "flex-start" } }}
      >
        <TextField
          select
          size="small"
          label={t`Condition`}
          value={leaf.kind}
          onChange={({ target }) => onChange(newLeaf(target.value as Leaf["kind"], fields))}
          sx={{ width: { sm: 165 } }}
        >
          {(["deeds", "facts"] as const).flatMap((about) => [
            <ListSubheader key={about}>{t(ABOUT[about])}</ListSubheader>,
            ...KINDS.filter((one) => one.about === about && (one.kind !== "field" || fields.length > 0)).map((one) => (
              <MenuItem key={one.kind} value={one.kind}>
                {t(one.label)}
              </MenuItem>
            )),
          ])}
        </TextField>
        {leaf.kind === "behaviour" || leaf.kind === "frequency" || leaf.kind === "value" || leaf.kind === "recency" ? (
          <ActInputs leaf={leaf} onChange={change} />
        ) : (
          <FactInputs leaf={leaf} fields={fields} tags={tags} segmentId={segmentId} onChange={change} />
        )}
      </Stack>
      <IconButton
        aria-label={t`Remove condition: ${label}`}
        onClick={onRemove}
        disabled={onRemove === undefined}
        size="small"
        sx={{ mt: 0.5 }}
      >
        <DeleteIcon fontSize="small" />
      </IconButton>
    </Box>
  );
}
