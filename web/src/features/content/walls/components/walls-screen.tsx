import { plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import AddIcon from "@mui/icons-material/Add";
import PhotoLibraryOutlinedIcon from "@mui/icons-material/PhotoLibraryOutlined";
import SearchIcon from "@mui/icons-material/Search";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import CardActionArea from "@mui/material/CardActionArea";
import Chip from "@mui/material/Chip";
import Pagination from "@mui/material/Pagination";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearchParams } from "react-router";
import { PAGE_SIZE, wallsQuery } from "@/features/content/walls/api/walls";
import { WallForm } from "@/features/content/walls/components/wall-form";
import type { Wall } from "@/features/content/walls/types";
import { PageHeader } from "@/shared/components/page-header";
import { Narrowing } from "@/shared/components/narrowing";
import { SearchBox } from "@/shared/components/search-box";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";
import { reaches, useOrganizationData } from "@/shared/organization/organization";

/** All walls of the organisation. */
export function WallsScreen() {
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const filter = (search.get("filter") ?? "").slice(0, 120);
  const page = Math.max(1, Number.parseInt(search.get("page") ?? "1", 10) || 1);
  const canEdit = reaches(useOrganizationData().data?.role ?? "", "editor");
  const list = useQuery(wallsQuery(filter, page));
  const walls = list.data?.items ?? [];
  const pages = Math.ceil((list.data?.total ?? 0) / PAGE_SIZE);
  const change = (name: "filter" | "page" | "new", value: string) =>
    setSearch((now) => {
      if (name === "filter") {
        now.delete("page");
      }
      if (value) {
        now.set(name, value);
      } else {
        now.delete(name);
      }
      return now;
    });
  const createButton = canEdit ? (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => change("new", "1")}>
      <Trans>Create a wall</Trans>
    </Button>
  ) : undefined;
  return (
    <>
      <PageHeader
        title={t`Walls`}
        subtitle={t`Visitors post photos, you approve them, and the wall shows them live.`}
        actions={createButton}
      />
      <Narrowing list={list} isNarrowed={filter !== ""}>
        <Box sx={{ mb: 3, maxWidth: 360 }}>
          <SearchBox placeholder={t`Wall name`} value={filter} onChange={(text) => change("filter", text)} />
        </Box>
      </Narrowing>
      {list.isError ? (
        <Card>
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        </Card>
      ) : list.isPending ? (
        <Grid>
          {[1, 2, 3].map((key) => (
            <Skeleton key={key} variant="rounded" height={132} sx={{ borderRadius: 3 }} />
          ))}
        </Grid>
      ) : walls.length === 0 ? (
        <Card>
          {filter ? (
            <EmptyState
              icon={<SearchIcon />}
              title={t`No matching walls`}
              text={t`No wall has this name.`}
              action={
                <Button onClick={() => change("filter", "")}>
                  <Trans>Show all walls</Trans>
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={<PhotoLibraryOutlinedIcon />}
              title={t`No walls yet`}
              text={t`Show its code at your event. People who scan it can add photos, and the big screen shows them live.`}
              action={createButton}
            />
          )}
        </Card>
      ) : (
        <Grid>
          {walls.map((wall) => (
            <WallCard key={wall.wall_id} wall={wall} />
          ))}
        </Grid>
      )}
      {pages > 1 ? (
        <Pagination
          sx={{ mt: 3, display: "flex", justifyContent: "center" }}
          count={pages}
          page={page}
          onChange={(_, page) => change("page", page === 1 ? "" : String(page))}
        />
      ) : null}
      {canEdit && search.has("new") ? (
        <WallForm
          wall={null}
          onDone={(created) => (created ? void navigate(paths.wall(created.wall_id)) : change("new", ""))}
        />
      ) : null}
    </>
  );
}

function WallCard({ wall }: { wall: Wall }) {
  return (
    <Card>
      <CardActionArea
        component={Link}
        to={paths.wall(wall.wall_id)}
        sx={{ p: 2.5, height: "100%", display: "flex", gap: 2, justifyContent: "flex-start", alignItems: "flex-start" }}
      >
        <Box
          component="img"
          src={wall.picture_url}
          alt=""
          sx={{ width: 76, height: 76, borderRadius: 2, border: 1, borderColor: "divider", flexShrink: 0 }}
        />
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="h6" component="h2" noWrap>
            {wall.name}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            <Plural value={wall.shown} one="# photo on the wall" other="# photos on the wall" />
          </Typography>
          <Stack direction="row" spacing={1} useFlexGap sx={{ mt: 1, flexWrap: "wrap" }}>
            {wall.pending ? (
              <Chip
                size="small"
                color="primary"
                label={plural(wall.pending, { one: "# waiting", other: "# waiting" })}
              />
            ) : null}
            {wall.reported ? (
              <Chip
                size="small"
                color="warning"
                label={plural(wall.reported, { one: "# reported", other: "# reported" })}
              />
            ) : null}
            {wall.is_open ? null : <Chip size="small" variant="outlined" label={t`Closed`} />}
          </Stack>
        </Box>
      </CardActionArea>
    </Card>
  );
}

function Grid({ children }: { children: React.ReactNode }) {
  return (
    <Box
      sx={{
        display: "grid",
        gap: 2,
        gridTemplateColumns: { xs: "1fr", sm: "repeat(2, minmax(0, 1fr))", lg: "repeat(3, minmax(0, 1fr))" },
      }}
    >
      {children}
    </Box>
  );
}
