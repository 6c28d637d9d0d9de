import { t } from "@lingui/core/macro";
import EditIcon from "@mui/icons-material/EditOutlined";
import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import InputBase from "@mui/material/InputBase";
import { type KeyboardEvent, useRef, useState } from "react";
import type { Draft } from "@/features/content/pages/editor/use-draft";
import { useHeadingFocus } from "@/shared/components/use-heading-focus";
import { useTitle } from "@/shared/components/use-title";
import { useToasts } from "@/shared/components/toasts";

const LOOK = { typography: "h3", overflowWrap: "anywhere", borderRadius: 2, px: 1, mx: -1 } as const;

/** The page's name as the heading of the screen. A click on it edits the name. */
export function PageTitle({ draft }: { draft: Draft }) {
  const { name } = draft.page;
  const [typed, setTyped] = useState<string | null>(null);
  const [sent, setSent] = useState<string | null>(null);
  const isLeft = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  const toasts = useToasts();
  const heading = useHeadingFocus();
  const shown = sent ?? name;
  useTitle(shown);
  const keep = () => {
    if (isLeft.current || typed === null) {
      return;
    }
    isLeft.current = true;
    const next = typed.trim();
    setTyped(null);
    if (next !== "" && next !== name) {
      setSent(next);
      draft
        .alter({ name: next })
        .catch(toasts.error)
        .finally(() => setSent(null));
    }
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter") {
      event.preventDefault();
      keep();
      requestAnimationFrame(() => button.current?.focus());
    } else if (event.key === "Escape") {
      isLeft.current = true;
      setTyped(null);
      requestAnimationFrame(() => button.current?.focus());
    }
  };
  return (
    <Box component="header" sx={{ mb: 2 }}>
      <Box component="h1" ref={heading} tabIndex={-1} sx={{ m: 0, font: "inherit", outline: "none" }}>
        {typed === null ? (
          <ButtonBase
            ref={button}
            title={t`Rename`}
            onClick={() => {
              isLeft.current = false;
              setTyped(shown);
            }}
            sx={{
              ...LOOK,
              gap: 1,
              textAlign: "start",
              maxWidth: "100%",
              "& svg": { opacity: 0, transition: "opacity 120ms" },
              "&:hover, &:focus-visible": { bgcolor: "action.hover", "& svg": { opacity: 0.6 } },
              "@media (hover: none)": { "& svg": { opacity: 0.6 } },
            }}
          >
            {shown}
            <EditIcon fontSize="small" aria-hidden />
          </ButtonBase>
        ) : (
          <InputBase
            autoFocus
            fullWidth
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onBlur={keep}
            onKeyDown={press}
            onFocus={(event) => event.target.select()}
            sx={{ ...LOOK, boxShadow: (theme) => `0 0 0 2px ${theme.palette.primary.main}` }}
            slotProps={{ input: { "aria-label": t`Page name`, maxLength: 200, sx: { p: 0, height: "auto" } } }}
          />
        )}
      </Box>
    </Box>
  );
}
