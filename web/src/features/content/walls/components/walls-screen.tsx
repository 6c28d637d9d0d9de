import { plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import AddIcon from "@mui/icons-material/Add";
import PhotoLibraryOutlinedIcon from "@mui/icons-material/PhotoLibraryOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import CardActionArea from "@mui/material/CardActionArea";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "react-router";
import { PAGE_SIZE, wallsQuery } from "@/features/content/walls/api/walls";
import { WallForm } from "@/features/content/walls/components/wall-form";
import type { Wall } from "@/features/content/walls/types";
import { CardList, ListScreen } from "@/shared/components/list-screen";
import { paths } from "@/shared/config/paths";
import { reaches, useOrganizationData } from "@/shared/organization/organization";
import { useListView } from "@/shared/url/use-list-view";

/** All walls of the organisation. */
export function WallsScreen() {
  const navigate = useNavigate();
  const view = useListView({ at: "page", pageSize: PAGE_SIZE });
  const canEdit = reaches(useOrganizationData().data?.role ?? "", "editor");
  const list = useQuery(wallsQuery(view.filter, view.page));
  const create = canEdit ? (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => view.change({ new: "1" }, false)}>
      <Trans>Create a wall</Trans>
    </Button>
  ) : undefined;
  return (
    <>
      <ListScreen
        title={t`Walls`}
        subtitle={t`Visitors post photos, you approve them, and the wall shows them live.`}
        actions={create}
        list={list}
        view={view}
        search={{ placeholder: t`Wall name` }}
      >
        <CardList
          list={list}
          view={view}
          layout="grid"
          height={132}
          empty={{
            icon: <PhotoLibraryOutlinedIcon />,
            title: t`No walls yet`,
            text: t`Show its code at your event. People who scan it can add photos, and the big screen shows them live.`,
            action: create,
          }}
          nothingFound={{ title: t`No matching walls`, text: t`No wall has this name.`, clear: t`Show all walls` }}
        >
          {(wall) => <WallCard key={wall.wall_id} wall={wall} />}
        </CardList>
      </ListScreen>
      {canEdit && view.search.has("new") ? (
        <WallForm
          wall={null}
          onDone={(created) =>
            created ? void navigate(paths.wall(created.wall_id)) : view.change({ new: null }, false)
          }
        />
      ) : null}
    </>
  );
}

function WallCard({ wall }: { wall: Wall }) {
  return (
    <Card component="li">
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
