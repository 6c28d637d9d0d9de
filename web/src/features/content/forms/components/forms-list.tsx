import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import InboxIcon from "@mui/icons-material/InboxOutlined";
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
import { Link } from "react-router";
import { type Form, FORMS_PER_PAGE, formsQuery } from "@/features/content/forms/api/forms";
import { SearchBox } from "@/shared/components/search-box";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";
import { formatDateTime } from "@/shared/format/dates";
import { formatCount } from "@/shared/format/numbers";
import { useOrganizationData } from "@/shared/organization/organization";
import { useSearchChange } from "@/shared/url/use-search-change";

/** Every form with what came in through it: the last answered first, the unread marked. */
export function FormsList({ mayEdit }: { mayEdit: boolean }) {
  const [search, change] = useSearchChange();
  const at = Math.max(1, Number(search.get("at")) || 1);
  const filter = search.get("filter") ?? "";
  const pageId = search.get("page");
  const list = useQuery(formsQuery({ page: at, filter, page_id: pageId }));
  const isNarrowed = filter !== "" || pageId !== null;
  return (
    <>
      <Stack direction={{ xs: "column", sm: "row" }} spacing={1.5} sx={{ mb: 2, alignItems: { sm: "center" } }}>
        <Box sx={{ flex: 1, maxWidth: { sm: 360 } }}>
          <SearchBox
            placeholder={t`Page or form`}
            value={filter}
            onChange={(text) => change({ filter: text || null, at: null })}
          />
        </Box>
        {pageId === null ? null : (
          <Chip label={t`Forms of one page`} onDelete={() => change({ page: null, at: null })} />
        )}
      </Stack>
      {list.isError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <Stack spacing={1.5} aria-busy="true">
          <Skeleton variant="rounded" height={84} />
          <Skeleton variant="rounded" height={84} />
          <Skeleton variant="rounded" height={84} />
        </Stack>
      ) : list.data.items.length === 0 ? (
        <Card>
          <EmptyState
            icon={<InboxIcon />}
            title={isNarrowed ? t`No matching forms` : t`No forms yet`}
            text={
              isNarrowed
                ? t`Try another page or form name.`
                : t`Add a form to a page: a sign-up, an order or feedback. Answers arrive here.`
            }
            action={
              mayEdit && !isNarrowed ? (
                <Button component={Link} to={paths.newPage()} variant="contained">
                  <Trans>Create a page</Trans>
                </Button>
              ) : undefined
            }
          />
        </Card>
      ) : (
        <Stack component="ul" spacing={1.5} sx={{ listStyle: "none", m: 0, p: 0 }} aria-label={t`Forms`}>
          {list.data.items.map((form) => (
            <FormRow key={`${form.page_id} ${form.form_id}`} form={form} />
          ))}
        </Stack>
      )}
      {(list.data?.total ?? 0) > FORMS_PER_PAGE ? (
        <Pagination
          count={Math.ceil((list.data?.total ?? 0) / FORMS_PER_PAGE)}
          page={at}
          onChange={(_, next) => change({ at: String(next) })}
          sx={{ mt: 3, display: "flex", justifyContent: "center" }}
        />
      ) : null}
    </>
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
