import { t } from "@lingui/core/macro";
import AddIcon from "@mui/icons-material/Add";
import ArrowDownwardIcon from "@mui/icons-material/ArrowDownward";
import ArrowUpwardIcon from "@mui/icons-material/ArrowUpward";
import DeleteOutlineIcon from "@mui/icons-material/DeleteOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import type { PictureChoice, SocialLink } from "@/blocks/types";
import { NETWORK_OPTIONS } from "@/features/content/pages/editor/settings";

/** Returns a list with one item moved to another position. */
export function moveItem<Item>(items: Item[], from: number, to: number): Item[] {
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length) {
    return items;
  }
  const others = items.filter((_, index) => index !== from);
  return [...others.slice(0, to), item, ...others.slice(to)];
}

interface RowButtonsProps {
  what: string;
  index: number;
  total: number;
  onMove: (to: number) => void;
  onRemove?: () => void;
}

/** The size of a touch target on devices without a mouse. */
export const FOR_THUMBS = { "@media (pointer: coarse)": { width: 44, height: 44 } } as const;

/** Buttons that move a row up or down or remove it, for keyboards and touch screens. */
export function RowButtons({ what, index, total, onMove, onRemove }: RowButtonsProps) {
  return (
    <Box sx={{ display: "flex", flexShrink: 0 }}>
      <IconButton
        size="small"
        sx={FOR_THUMBS}
        aria-label={t`Move ${what} up`}
        disabled={index === 0}
        onClick={() => onMove(index - 1)}
      >
        <ArrowUpwardIcon fontSize="small" />
      </IconButton>
      <IconButton
        size="small"
        sx={FOR_THUMBS}
        aria-label={t`Move ${what} down`}
        disabled={index === total - 1}
        onClick={() => onMove(index + 1)}
      >
        <ArrowDownwardIcon fontSize="small" />
      </IconButton>
      {onRemove ? (
        <IconButton size="small" sx={FOR_THUMBS} aria-label={t`Remove ${what}`} onClick={onRemove}>
          <DeleteOutlineIcon fontSize="small" />
        </IconButton>
      ) : null}
    </Box>
  );
}

interface RowsProps<Item> {
  label: string;
  items: Item[];
  nameOf: (item: Item, index: number) => string;
  draw: (item: Item, change: (part: Partial<Item>) => void) => ReactNode;
  onChange: (items: Item[]) => void;
  onAdd: () => void;
  addLabel: string;
}

function Rows<Item>({ label, items, nameOf, draw, onChange, onAdd, addLabel }: RowsProps<Item>) {
  return (
    <Stack spacing={1.5} role="group" aria-label={label}>
      <Typography variant="body2" color="textSecondary">
        {label}
      </Typography>
      {items.map((item, index) => (
        <Stack key={index} spacing={1.25} sx={{ p: 1.5, border: 1, borderColor: "divider", borderRadius: 2 }}>
          {draw(item, (part) => onChange(items.map((other, at) => (at === index ? { ...other, ...part } : other))))}
          <RowButtons
            what={nameOf(item, index)}
            index={index}
            total={items.length}
            onMove={(to) => onChange(moveItem(items, index, to))}
            onRemove={() => onChange(items.filter((_, at) => at !== index))}
          />
        </Stack>
      ))}
      <Button startIcon={<AddIcon />} onClick={onAdd} sx={{ alignSelf: "flex-start" }}>
        {addLabel}
      </Button>
    </Stack>
  );
}

/** The links of a Social block. */
export function LinksField({ links, onChange }: { links: SocialLink[]; onChange: (links: SocialLink[]) => void }) {
  return (
    <Rows
      label={t`Links`}
      items={links}
      nameOf={(link) => link.network}
      addLabel={t`Add link`}
      onChange={onChange}
      onAdd={() => onChange([...links, { network: "website", url: "" }])}
      draw={(link, change) => (
        <>
          <TextField
            select
            label={t`Network`}
            value={link.network}
            onChange={(event) => change({ network: event.target.value })}
          >
            {NETWORK_OPTIONS.map(({ value, label }) => (
              <MenuItem key={value} value={value}>
                {label}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            label="URL"
            type="url"
            value={link.url}
            onChange={(event) => change({ url: event.target.value })}
          />
        </>
      )}
    />
  );
}

/** The answers of a poll. Their IDs stay the same, so that they keep their votes. */
export function ChoicesField({
  choices,
  onChange,
}: {
  choices: PictureChoice[];
  onChange: (choices: PictureChoice[]) => void;
}) {
  const add = () => {
    const taken = new Set(choices.map((choice) => choice.id));
    let number = choices.length + 1;
    while (taken.has(`c${number}`)) {
      number += 1;
    }
    onChange([...choices, { id: `c${number}`, label: t`Answer ${number}`, picture_url: null }]);
  };
  return (
    <Rows
      label={t`Answers`}
      items={choices}
      nameOf={(choice) => choice.label || choice.id}
      addLabel={t`Add answer`}
      onChange={onChange}
      onAdd={add}
      draw={(choice, change) => (
        <>
          <TextField
            label={t`Answer`}
            value={choice.label}
            onChange={(event) => change({ label: event.target.value })}
          />
          <TextField
            label={t`Image URL`}
            type="url"
            value={choice.picture_url ?? ""}
            onChange={(event) => change({ picture_url: event.target.value || null })}
          />
        </>
      )}
    />
  );
}
