import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import InboxIcon from "@mui/icons-material/InboxOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import CardActionArea from "@mui/material/CardActionArea";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { type Form, FORMS_PER_PAGE, formsQuery } from "@/features/content/forms/api/forms";
import { CardList, ListScreen } from "@/shared/components/list-screen";
import { paths } from "@/shared/config/paths";
import { formatDateTime } from "@/shared/format/dates";
import { formatCount } from "@/shared/format/numbers";
import { reaches, useOrganization, useOrganizationData } from "@/shared/organization/organization";
import { useListView } from "@/shared/url/use-list-view";

/** All forms with their answers: those with the latest answers first, unread ones marked. */
export function FormsList() {
  const mayEdit = reaches(useOrganization().role, "editor");
  const view = useListView({ filters: ["page"], pageSize: FORMS_PER_PAGE });
  const pageId = view.search.get("page");
  const list = useQuery(formsQuery({ page: view.page, filter: view.filter, page_id: pageId }));
  return (
    <ListScreen
      title={t`Forms`}
      subtitle={t`Answers from every page with a form.`}
      list={list}
      view={view}
      search={{ placeholder: t`Page or form` }}
      filters={
        pageId === null ? null : <Chip label={t`Forms of one page`} onDelete={() => view.narrow({ page: null })} />
      }
    >
      <CardList
        label={t`Forms`}
        list={list}
        view={view}
        height={84}
        empty={{
          icon: <InboxIcon />,
          title: t`No forms yet`,
          text: t`Add a form to a page: a sign-up, an order or feedback. Answers arrive here.`,
          action: mayEdit ? (
            <Button component={Link} to={paths.newPage()} variant="contained">
              <Trans>Create a page</Trans>
            </Button>
          ) : undefined,
        }}
        nothingFound={{ title: t`No matching forms`, text: t`Try another page or form name.` }}
      >
        {(form) => <FormRow key={`${form.page_id} ${form.form_id}`} form={form} />}
      </CardList>
    </ListScreen>
  );
}

function FormRow({ form }: { form: Form }) {
  const zone = useOrganizationData().data?.time_zone;
  const state = !form.is_on_page ? t`Removed` : form.is_published ? null : t`Not published`;
  return (
    <Card component="li">
      <CardActionArea
        component={Link}
        to={paths.formAnswers(form.page_id, form.form_id)}
        sx={{
          p: 2,
          display: "grid",
          gap: { xs: 1, sm: 2 },
          alignItems: "center",
          gridTemplateColumns: { xs: "minmax(0, 1fr) auto", sm: "minmax(0, 1fr) 110px 190px" },
        }}
      >
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="h6" component="h2" sx={{ overflowWrap: "anywhere" }}>
            {form.page_name}
          </Typography>
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
            {[form.title, state].filter(Boolean).join(" · ")}
          </Typography>
        </Box>
        <Box sx={{ textAlign: { xs: "end", sm: "start" } }}>
          <Typography variant="h6" component="p" sx={{ fontVariantNumeric: "tabular-nums" }}>
            {formatCount(form.answers)}
          </Typography>
          <Typography variant="caption" color="textSecondary">
            {plural(form.answers, { one: "answer", other: "answers" })}
          </Typography>
        </Box>
        <Stack
          direction="row"
          spacing={1}
          sx={{ alignItems: "center", gridColumn: { xs: "1 / -1", sm: "auto" }, minHeight: 24 }}
        >
          {form.unread > 0 ? (
            <Chip size="small" color="primary" label={plural(form.unread, { one: "# new", other: "# new" })} />
          ) : null}
          <Typography variant="caption" color="textSecondary">
            {form.last_at === null ? t`No answers yet` : t`Last ${formatDateTime(form.last_at, zone)}`}
          </Typography>
        </Stack>
      </CardActionArea>
    </Card>
  );
}
