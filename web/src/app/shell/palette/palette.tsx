import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import SearchIcon from "@mui/icons-material/Search";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogTitle from "@mui/material/DialogTitle";
import Typography from "@mui/material/Typography";
import useAutocomplete from "@mui/material/useAutocomplete";
import { useQuery } from "@tanstack/react-query";
import { type HTMLAttributes, useMemo, useState } from "react";
import { builtInEntries, type Entry, matches } from "@/app/shell/palette/entries";
import { recentEntries } from "@/app/shell/palette/recent";
import { useFound } from "@/app/shell/palette/use-found";
import { messageOf } from "@/shared/api/errors";
import { ownOrganizationsQuery, useOrganization } from "@/shared/organization/organization";
import { useDebouncedValue } from "@/shared/components/use-debounced-value";

const PAUSE_MS = 150;
/** Visible to screen readers only. */
const HIDDEN = {
  position: "absolute",
  width: "1px",
  height: "1px",
  p: 0,
  overflow: "hidden",
  clipPath: "inset(50%)",
};

const GROUPS: Record<Entry["group"], MessageDescriptor> = {
  recent: msg`Recent`,
  actions: msg`Actions`,
  organizations: msg`Organisations`,
  screens: msg`Screens`,
  codes: msg`Codes`,
  pages: msg`Pages`,
  forms: msg`Forms`,
};

interface PaletteProps {
  onChoose: (entry: Entry) => void;
  onClose: () => void;
}

/** Finds codes, pages, forms, screens and actions by name. */
export function Palette({ onChoose, onClose }: PaletteProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      maxWidth="sm"
      fullWidth
      slotProps={{
        container: { sx: { alignItems: "flex-start" } },
        paper: {
          sx: {
            mt: { xs: 1, sm: "12vh" },
            mx: { xs: 1, sm: 4 },
            width: { xs: "calc(100% - 16px)" },
          },
        },
      }}
    >
      <DialogTitle sx={HIDDEN}>
        <Trans>Command palette</Trans>
      </DialogTitle>
      <Search onChoose={onChoose} onClose={onClose} />
    </Dialog>
  );
}

function Search({ onChoose, onClose }: PaletteProps) {
  const [typed, setTyped] = useState("");
  const { org_id, role } = useOrganization();
  const others = useQuery(ownOrganizationsQuery).data;
  const text = typed.trim();
  const asked = useDebouncedValue(text, PAUSE_MS);
  const found = useFound(asked);

  const entries = useMemo(() => {
    const builtIn = builtInEntries(
      role,
      (others ?? []).filter((one) => one.org_id !== org_id),
    );
    if (text === "") {
      const recent = recentEntries(org_id);
      const shown = new Set(recent.map(({ id }) => id));
      return [...recent, ...builtIn.filter(({ id }) => !shown.has(id))];
    }
    // Until a new search has answered, the results of the previous one stay as far as they contain the text.
    const isCurrent = asked === text && !found.isPlaceholderData;
    const bears = ({ label, hint = "" }: Entry) => `${label} ${hint}`.toLowerCase().includes(text.toLowerCase());
    const results = (asked === "" ? [] : (found.data ?? [])).filter((entry) => isCurrent || bears(entry));
    return [...builtIn.filter((entry) => matches(entry, text)), ...results];
  }, [role, others, org_id, text, asked, found.data, found.isPlaceholderData]);

  const { getRootProps, getInputProps, getListboxProps, getOptionProps, groupedOptions } = useAutocomplete<Entry>({
    id: "command-palette",
    open: true,
    options: entries,
    value: null,
    inputValue: typed,
    autoHighlight: true,
    groupBy: ({ group }) => group,
    getOptionLabel: ({ label }) => label,
    getOptionKey: ({ group, id }) => `${group} ${id}`,
    isOptionEqualToValue: (one, other) => one.id === other.id,
    filterOptions: (options) => options,
    onInputChange: (_, value, reason) => {
      if (reason === "input") {
        setTyped(value);
      }
    },
    onChange: (_, entry) => {
      if (entry !== null) {
        onChoose(entry);
      }
    },
    onClose: (_, reason) => {
      if (reason === "escape") {
        onClose();
      }
    },
  });
  const groups = groupedOptions;
  const isSearching = text !== "" && (found.isFetching || asked !== text);
  return (
    <>
      <Box
        {...getRootProps()}
        sx={{
          display: "flex",
          alignItems: "center",
          gap: 1.5,
          borderBottom: 1,
          borderColor: "divider",
          px: 2,
        }}
      >
        <SearchIcon sx={{ color: "text.secondary" }} />
        <Box
          component="input"
          {...getInputProps()}
          autoFocus
          type="text"
          maxLength={120}
          placeholder={t`Search or choose an action…`}
          aria-label={t`Find codes, pages, forms, screens and actions`}
          sx={{
            flex: 1,
            minWidth: 0,
            py: 2,
            border: 0,
            outline: 0,
            background: "none",
            color: "inherit",
            typography: "body1",
            "&::placeholder": { color: "text.secondary", opacity: 1 },
          }}
        />
      </Box>
      <Box
        component="ul"
        {...getListboxProps()}
        aria-labelledby={undefined}
        aria-label={t`Results`}
        sx={{
          listStyle: "none",
          m: 0,
          p: 1,
          overflowY: "auto",
          maxHeight: "min(420px, 60vh)",
        }}
      >
        {groups.map(({ key, index, group, options }) => (
          <Box component="li" role="group" aria-labelledby={`palette-${key}`} key={group} sx={{ pb: 0.5 }}>
            <Typography
              id={`palette-${key}`}
              variant="caption"
              component="div"
              color="textSecondary"
              sx={{ px: 1.5, py: 0.5, fontWeight: 600 }}
            >
              {t(GROUPS[group as Entry["group"]])}
            </Typography>
            <Box component="ul" role="presentation" sx={{ listStyle: "none", m: 0, p: 0 }}>
              {options.map((option, place) => {
                const { key: optionKey, ...props } = getOptionProps({
                  option,
                  index: index + place,
                });
                return <Option key={optionKey} entry={option} props={props} />;
              })}
            </Box>
          </Box>
        ))}
      </Box>
      <Footer
        isSearching={isSearching}
        nothing={entries.length === 0 && !isSearching && !found.isError ? text : ""}
        problem={text !== "" && found.isError ? messageOf(found.error) : null}
        onRetry={() => void found.refetch()}
      />
    </>
  );
}

function Option({ entry, props }: { entry: Entry; props: HTMLAttributes<HTMLLIElement> }) {
  return (
    <Box
      component="li"
      {...props}
      sx={{
        display: "flex",
        gap: 2,
        alignItems: "center",
        minHeight: 42,
        px: 1.5,
        borderRadius: 1,
        cursor: "pointer",
        "&.Mui-focused": { bgcolor: "action.selected" },
      }}
    >
      <Typography variant="body2" noWrap sx={{ flex: "0 1 auto", minWidth: 0 }}>
        {entry.label}
      </Typography>
      {entry.hint ? (
        <Typography
          variant="caption"
          color="textSecondary"
          noWrap
          sx={{ flex: "1 1 0", minWidth: 0, textAlign: "end" }}
        >
          {entry.hint}
        </Typography>
      ) : null}
    </Box>
  );
}

interface FooterProps {
  isSearching: boolean;
  nothing: string;
  problem: string | null;
  onRetry: () => void;
}

function Footer({ isSearching, nothing, problem, onRetry }: FooterProps) {
  return (
    <Box
      sx={{
        px: 2.5,
        py: 1.25,
        borderTop: 1,
        borderColor: "divider",
        minHeight: 44,
        display: "flex",
        gap: 2,
      }}
    >
      <Typography role="status" variant="body2" color={problem ? "error" : "textSecondary"} sx={{ flex: 1 }}>
        {problem !== null
          ? t`The search didn’t work. ${problem}`
          : nothing
            ? t`Nothing matches “${nothing}”.`
            : isSearching
              ? t`Searching…`
              : t`↑ ↓ to choose, Enter to open, Esc to close`}
      </Typography>
      {problem !== null ? (
        <Button size="small" onClick={onRetry}>
          <Trans>Retry</Trans>
        </Button>
      ) : null}
    </Box>
  );
}
