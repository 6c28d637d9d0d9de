import BallotOutlinedIcon from "@mui/icons-material/BallotOutlined";
import DescriptionOutlinedIcon from "@mui/icons-material/DescriptionOutlined";
import HowToVoteOutlinedIcon from "@mui/icons-material/HowToVoteOutlined";
import LinkIcon from "@mui/icons-material/Link";
import LockOutlinedIcon from "@mui/icons-material/LockOutlined";
import PhotoLibraryOutlinedIcon from "@mui/icons-material/PhotoLibraryOutlined";
import StickyNote2OutlinedIcon from "@mui/icons-material/StickyNote2Outlined";
import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Stack from "@mui/material/Stack";
import TextField, { type TextFieldProps } from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { Controller, type FieldPath, useFormContext, useWatch } from "react-hook-form";
import { type CodeForm, hasContent } from "@/features/codes/codes/code-form";
import { DestinationFields } from "@/features/codes/codes/components/destination-fields";
import { onRadioKey } from "@/shared/components/radio-keys";

type Kind = CodeForm["type"];

const KINDS: readonly { value: Kind; icon: ReactNode; title: string; text: string }[] = [
  {
    value: "redirect",
    icon: <LinkIcon />,
    title: "Redirect",
    text: "Sends people to a URL. You can change it after printing.",
  },
  {
    value: "page",
    icon: <DescriptionOutlinedIcon />,
    title: "Page",
    text: "Shows a page with a title, a text and a button.",
  },
  {
    value: "form",
    icon: <BallotOutlinedIcon />,
    title: "Form",
    text: "Collects answers from people. You design it in the next step.",
  },
  {
    value: "poll",
    icon: <HowToVoteOutlinedIcon />,
    title: "Poll",
    text: "Asks one question, with one vote each. You write it in the next step.",
  },
  {
    value: "wall",
    icon: <PhotoLibraryOutlinedIcon />,
    title: "Wall",
    text: "Collects photos from visitors and shows them live once you approve.",
  },
  {
    value: "note",
    icon: <StickyNote2OutlinedIcon />,
    title: "Note",
    text: "Shows a text with images and files. You write it in the next step.",
  },
  {
    value: "promo",
    icon: <LockOutlinedIcon />,
    title: "Promo",
    text: "Opens for people with a promo code. You create the codes in the next step.",
  },
];

type TextName = Exclude<
  FieldPath<CodeForm>,
  "content" | "exists" | "forwards_query" | "app_links" | `app_links.${string}` | "design" | `design.${string}`
>;

function TextInput({ name, helperText, ...props }: { name: TextName } & Omit<TextFieldProps, "name">) {
  const { control } = useFormContext<CodeForm>();
  return (
    <Controller
      name={name}
      control={control}
      render={({ field: { ref, ...field }, fieldState: { error } }) => (
        <TextField
          {...props}
          {...field}
          inputRef={ref}
          error={error !== undefined}
          helperText={error?.message ?? helperText}
        />
      )}
    />
  );
}

interface ContentFieldsProps {
  kindIsFixed: boolean;
  /** Where the rest of what a code shows is made. */
  elsewhere?: ReactNode;
  /** Own host that its link will begin with. */
  host?: string;
}

/** Name, kind and what it leads to. The kind of a code that exists stays. */
export function ContentFields({ kindIsFixed, elsewhere, host }: ContentFieldsProps) {
  const { control } = useFormContext<CodeForm>();
  const kind = useWatch({ control, name: "type" });
  return (
    <Stack spacing={2.5}>
      <TextInput name="name" label="Name" required helperText="Only visible to your team" autoFocus={!kindIsFixed} />
      {kindIsFixed ? null : <KindChoice />}
      {kind === "redirect" ? (
        <Stack spacing={1}>
          <TextInput
            name="destination"
            label="Destination"
            required
            type="url"
            placeholder="https://example.com/menu"
            helperText="Where people go when they scan"
            slotProps={{ htmlInput: { inputMode: "url", autoCapitalize: "none", spellCheck: false } }}
          />
          <DestinationFields />
        </Stack>
      ) : hasContent(kind) ? (
        <PageFields />
      ) : null}
      {kindIsFixed ? null : (
        <TextInput
          name="slug"
          label="Link slug"
          placeholder="spring-menu"
          helperText={
            host === undefined ? "Optional. The code also has an ID that always works" : `The link starts with ${host}/`
          }
          slotProps={{ htmlInput: { autoCapitalize: "none", spellCheck: false, maxLength: 64 } }}
        />
      )}
      {elsewhere}
    </Stack>
  );
}

function KindChoice() {
  const { control } = useFormContext<CodeForm>();
  return (
    <Controller
      name="type"
      control={control}
      render={({ field }) => (
        <Box
          role="radiogroup"
          aria-label="Kind"
          onKeyDown={onRadioKey}
          sx={{
            display: "grid",
            gap: 1.5,
            gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "repeat(3, minmax(0, 1fr))" },
          }}
        >
          {KINDS.map((kind) => {
            const isSelected = field.value === kind.value;
            return (
              <ButtonBase
                key={kind.value}
                role="radio"
                aria-checked={isSelected}
                tabIndex={isSelected ? 0 : -1}
                onClick={() => field.onChange(kind.value)}
                sx={{
                  // Seven kinds: the usual one is a row of its own, so that no tile stands alone.
                  gridColumn: kind === KINDS[0] ? "1 / -1" : undefined,
                  justifyContent: "flex-start",
                  alignItems: "flex-start",
                  textAlign: "left",
                  gap: 1.5,
                  p: 2,
                  borderRadius: 2,
                  border: 2,
                  borderColor: isSelected ? "primary.main" : "divider",
                  bgcolor: isSelected ? "action.hover" : "transparent",
                  "&:focus-visible": { outline: 2, outlineColor: "primary.main", outlineOffset: 2 },
                }}
              >
                <Box sx={{ color: isSelected ? "primary.main" : "text.secondary", display: "flex" }}>{kind.icon}</Box>
                <Box>
                  <Typography variant="subtitle2">{kind.title}</Typography>
                  <Typography variant="body2" color="textSecondary">
                    {kind.text}
                  </Typography>
                </Box>
              </ButtonBase>
            );
          })}
        </Box>
      )}
    />
  );
}

function PageFields() {
  return (
    <Stack spacing={2.5}>
      <TextInput name="content.title" label="Title" placeholder="Welcome" />
      <TextInput
        name="content.text"
        label="Text"
        multiline
        minRows={4}
        maxRows={12}
        helperText="Separate paragraphs with an empty line"
      />
      <Box sx={{ display: "grid", gap: 2.5, gridTemplateColumns: { sm: "1fr 1.4fr" } }}>
        <TextInput name="content.button_label" label="Button" placeholder="View menu" helperText="Optional" />
        <TextInput
          name="content.button_url"
          label="Button URL"
          type="url"
          placeholder="https://example.com/menu"
          slotProps={{ htmlInput: { inputMode: "url", autoCapitalize: "none", spellCheck: false } }}
        />
      </Box>
    </Stack>
  );
}
