import AddIcon from "@mui/icons-material/Add";
import QrCode2Icon from "@mui/icons-material/QrCode2";
import SearchIcon from "@mui/icons-material/Search";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import FormControlLabel from "@mui/material/FormControlLabel";
import InputAdornment from "@mui/material/InputAdornment";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import { useTheme } from "@mui/material/styles";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { listCodesQuery } from "@/features/codes/api/list-codes";
import { useSettled } from "@/features/codes/components/code-picture";
import { CodesCards } from "@/features/codes/components/codes-cards";
import { CodesTable } from "@/features/codes/components/codes-table";
import { type CodesView, useCodesView } from "@/features/codes/use-codes-view";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";
import { useOrganizationData } from "@/shared/organization/organization";

/** The organisation's codes: search, sort, page, act. */
export function CodesList() {
  const view = useCodesView();
  const zone = useOrganizationData().data?.time_zone;
  const list = useQuery(listCodesQuery(view.body));
  const isWide = useMediaQuery(useTheme().breakpoints.up("md"));
  const codes = list.data?.items ?? [];
  const shared = {
    codes,
    total: list.data?.total ?? 0,
    loading: list.isPending || list.isPlaceholderData,
    view,
    empty: <NoCodes view={view} />,
  };
  return (
    <>
      <Stack direction={{ xs: "column", sm: "row" }} spacing={{ xs: 1, sm: 3 }} sx={{ mb: 2, alignItems: { sm: "center" } }}>
        <SearchField view={view} />
        <FormControlLabel
          control={<Switch checked={view.deleted} onChange={(_, on) => view.setDeleted(on)} />}
          label="Deleted codes"
          sx={{ flexShrink: 0, mr: 0 }}
        />
      </Stack>
      {list.isError ? (
        <Card>
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        </Card>
      ) : isWide ? (
        <Card>
          <Box sx={{ minHeight: 400, display: "flex", flexDirection: "column" }}>
            <CodesTable {...shared} zone={zone} />
          </Box>
        </Card>
      ) : (
        <CodesCards {...shared} />
      )}
    </>
  );
}

function SearchField({ view }: { view: CodesView }) {
  const [text, setText] = useState(view.filter);
  const settled = useSettled(text, 300);
  const { filter, setFilter } = view;
  useEffect(() => {
    if (settled !== filter) {
      setFilter(settled);
    }
    // Only what was typed moves the URL.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [settled]);
  return (
    <TextField
      type="search"
      label="Search"
      placeholder="Name, tag or destination"
      value={text}
      onChange={(event) => setText(event.target.value)}
      sx={{ maxWidth: { sm: 380 } }}
      slotProps={{
        htmlInput: { maxLength: 120 },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <SearchIcon fontSize="small" />
            </InputAdornment>
          ),
        },
      }}
    />
  );
}

function NoCodes({ view }: { view: CodesView }) {
  if (view.filter) {
    return (
      <EmptyState
        icon={<SearchIcon />}
        title="Nothing matches"
        text={`No code has “${view.filter}” in its name, tags or destination.`}
        action={<Button onClick={() => view.setFilter("")}>Clear the search</Button>}
      />
    );
  }
  if (view.deleted) {
    return <EmptyState icon={<QrCode2Icon />} title="No deleted codes" text="Deleted codes stay here for 30 days." />;
  }
  return (
    <EmptyState
      icon={<QrCode2Icon />}
      title="Your first code takes a minute"
      text="Give it a name and a destination, print it, and watch the scans come in."
      action={
        <Button component={Link} to={paths.createCode} variant="contained" startIcon={<AddIcon />}>
          Create a code
        </Button>
      }
    />
  );
}
