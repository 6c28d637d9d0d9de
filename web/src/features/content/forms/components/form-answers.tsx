import { msg, plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import DownloadIcon from "@mui/icons-material/DownloadOutlined";
import InboxIcon from "@mui/icons-material/InboxOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import {
  type Answer,
  ANSWERS_PER_PAGE,
  answersQuery,
  type FormDetail,
  type FormName,
  useDeleteAnswer,
  useExportAnswers,
  useMarkAnswers,
  useWatchForm,
} from "@/features/content/forms/api/forms";
import { senderOf } from "@/features/content/forms/answer-texts";
import { AnswerDialog } from "@/features/content/forms/components/answer-dialog";
import { AnswersGrid } from "@/features/content/forms/components/answers-grid";
import { DropOffCard } from "@/features/content/forms/components/drop-off-card";
import { handleResult } from "@/shared/api/handle-result";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { ListPages } from "@/shared/components/list-pages";
import { PageHeader } from "@/shared/components/page-header";
import { SearchBox } from "@/shared/components/search-box";
import { isUnreadable } from "@/shared/api/unreadable";
import { StaleWarning } from "@/shared/components/stale-warning";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { paths } from "@/shared/config/paths";
import { useSearchChange } from "@/shared/url/use-search-change";

const DAY_MS = 24 * 3600 * 1000;
const PERIODS = { "": msg`All time`, "7": msg`Last 7 days`, "30": msg`Last 30 days`, "90": msg`Last 90 days` };

/** Returns midnight so many days ago, so that the query stays the same all day. */
function startOf(days: string): string | null {
  if (days === "") {
    return null;
  }
  const day = new Date(Date.now() - Number(days) * DAY_MS);
  day.setHours(0, 0, 0, 0);
  return day.toISOString();
}

/** The answers to one form: filter, read, mark, export. */
export function FormAnswers({ form, mayEdit }: { form: FormDetail; mayEdit: boolean }) {
  const name: FormName = { page_id: form.page_id, form_id: form.form_id };
  const [search, change] = useSearchChange();
  const at = Math.max(1, Number(search.get("at")) || 1);
  const filter = search.get("filter") ?? "";
  const isUnreadOnly = search.get("unread") === "1";
  const days = search.get("days") ?? "";
  const isNarrowed = filter !== "" || isUnreadOnly || days !== "";
  const answers = useQuery(answersQuery(name, { filter, unread: isUnreadOnly, from: startOf(days), page: at }));
  const [opened, setOpened] = useState<Answer | null>(null);
  const [doomed, setDoomed] = useState<Answer | null>(null);
  const marking = useMarkAnswers();
  const deletion = useDeleteAnswer();
  const watching = useWatchForm();
  const exporting = useExportAnswers();
  const toasts = useToasts();
  const mark = (which: Parameters<typeof marking.mutateAsync>[0]) =>
    handleResult(marking.mutateAsync(which), { onError: toasts.error });
  const save = () =>
    handleResult(exporting.mutateAsync(name), {
      onSuccess: (isSaved) => {
        if (!isSaved) {
          toasts.success(t`The file is too large to download at once. Export it under Analytics.`);
        }
      },
      onError: toasts.error,
    });
  const open = (answer: Answer) => {
    setOpened(answer);
    if (mayEdit && answer.read_at === null) {
      mark({ submission_ids: [answer.submission_id] });
    }
  };
  const remove = (answer: Answer) =>
    handleResult(deletion.mutateAsync(answer.submission_id), {
      onSuccess: () => {
        setDoomed(null);
        setOpened(null);
        toasts.success(t`Answer deleted.`);
      },
      onError: toasts.error,
    });
  return (
    <>
      <PageHeader
        title={form.page_name}
        subtitle={[
          form.title,
          plural(form.answers, { one: "# answer", other: "# answers" }),
          form.unread > 0 ? plural(form.unread, { one: "# new", other: "# new" }) : "",
        ]
          .filter(Boolean)
          .join(" · ")}
        actions={
          <>
            {form.is_on_page ? (
              <Button component={Link} to={paths.updatePage(form.page_id)} variant="outlined">
                {mayEdit ? t`Edit page` : t`View page`}
              </Button>
            ) : null}
            <Button
              variant="outlined"
              startIcon={<DownloadIcon />}
              disabled={exporting.isPending || form.answers === 0}
              onClick={save}
            >
              <Trans>Export CSV</Trans>
            </Button>
          </>
        }
      />
      {form.code_id === null ? null : <DropOffCard form={form} codeId={form.code_id} />}
      <Stack direction="row" useFlexGap sx={{ flexWrap: "wrap", gap: 1.5, alignItems: "center", mb: 2 }}>
        <Box sx={{ flex: "1 1 220px", maxWidth: { sm: 320 } }}>
          <SearchBox
            placeholder={t`Name, or full email or phone number`}
            value={filter}
            onChange={(text) => change({ filter: text || null, at: null })}
          />
        </Box>
        <TextField
          select
          size="small"
          label={t`Sent`}
          value={days in PERIODS ? days : ""}
          onChange={(event) => change({ days: event.target.value || null, at: null })}
          sx={{ width: 150 }}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          {Object.entries(PERIODS).map(([value, label]) => (
            <MenuItem key={value} value={value}>
              {t(label)}
            </MenuItem>
          ))}
        </TextField>
        <FormControlLabel
          control={
            <Switch checked={isUnreadOnly} onChange={(_, on) => change({ unread: on ? "1" : null, at: null })} />
          }
          label={t`Unread only`}
        />
        {mayEdit ? (
          <FormControlLabel
            sx={{ ml: { sm: "auto" } }}
            control={
              <Switch
                checked={watching.isPending ? watching.variables.by_mail : form.tells_me}
                onChange={(_, on) =>
                  handleResult(watching.mutateAsync({ ...name, by_mail: on }), { onError: toasts.error })
                }
              />
            }
            label={t`Email me new answers`}
          />
        ) : null}
        {mayEdit && form.unread > 0 ? (
          <Button size="small" disabled={marking.isPending} onClick={() => mark(name)}>
            <Trans>Mark all as read</Trans>
          </Button>
        ) : null}
      </Stack>
      <StaleWarning reading={answers} />
      {isUnreadable(answers) ? (
        <ErrorState error={answers.error} onRetry={() => void answers.refetch()} />
      ) : answers.isPending ? (
        <Skeleton variant="rounded" height={280} aria-busy="true" />
      ) : answers.data.items.length === 0 ? (
        <Card>
          <EmptyState
            icon={<InboxIcon />}
            title={isNarrowed ? t`No matching answers` : t`No answers yet`}
            text={
              isNarrowed
                ? t`Try another search, or all time.`
                : t`Answers appear here as soon as visitors submit the form.`
            }
            action={
              isNarrowed ? (
                <Button onClick={() => change({ filter: null, days: null, unread: null, at: null })}>
                  <Trans>Clear filters</Trans>
                </Button>
              ) : undefined
            }
          />
        </Card>
      ) : (
        <AnswersGrid form={form} answers={answers.data.items} onOpen={open} />
      )}
      <ListPages
        total={answers.data?.total}
        pageSize={ANSWERS_PER_PAGE}
        page={at}
        onPage={(next) => change({ at: String(next) })}
      />
      {opened === null ? null : (
        <AnswerDialog
          answer={opened}
          form={form}
          onDelete={mayEdit ? () => setDoomed(opened) : undefined}
          onMarkUnread={
            mayEdit
              ? () => {
                  mark({ submission_ids: [opened.submission_id], is_read: false });
                  setOpened(null);
                }
              : undefined
          }
          onClose={() => setOpened(null)}
        />
      )}
      <ConfirmDialog
        open={doomed !== null}
        title={t`Delete this answer?`}
        confirmLabel={t`Delete`}
        busy={deletion.isPending}
        onConfirm={() => doomed && remove(doomed)}
        onCancel={() => setDoomed(null)}
      >
        {doomed
          ? t`The answer from ${senderOf(doomed)} will be permanently deleted. Its reserved places become free, and the person can answer again.`
          : ""}
      </ConfirmDialog>
    </>
  );
}
