import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import AddIcon from "@mui/icons-material/Add";
import GavelIcon from "@mui/icons-material/Gavel";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import MenuItem from "@mui/material/MenuItem";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { type Terms, termsQuery } from "@/features/content/terms/api/terms";
import { TermsDocument } from "@/features/content/terms/components/terms-document";
import { TermsEditor } from "@/features/content/terms/components/terms-editor";
import { isUnreadable } from "@/shared/api/unreadable";
import { PageHeader } from "@/shared/components/page-header";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { reaches, useOrganizationData } from "@/shared/organization/organization";

function nameOf(terms: Terms): string {
  return terms.code_id === null ? t`Organisation` : (terms.code_name ?? t`A code`);
}

/** Terms with their versions: the one in force, the earlier ones, and the acceptances. */
export function TermsScreen() {
  const [search, setSearch] = useSearchParams();
  const [writing, setWriting] = useState<"new" | "edit" | null>(null);
  const { data: organization, isPending: isRolePending } = useOrganizationData();
  const role = organization?.role ?? "";
  const canEdit = reaches(role, "editor");
  const list = useQuery(termsQuery);
  const items = list.data?.items ?? [];
  const shown = items.find((terms) => terms.terms_id === search.get("terms")) ?? items[0];
  const isPending = list.isPending || isRolePending;
  const add = (
    <Button variant="outlined" startIcon={<AddIcon />} onClick={() => setWriting("new")}>
      <Trans>Add terms for a code</Trans>
    </Button>
  );
  const show = (termsId: string) => setSearch({ terms: termsId }, { replace: true });
  const published = (terms: Terms) => {
    setWriting(null);
    show(terms.terms_id);
  };
  return (
    <>
      <PageHeader
        title={t`Terms`}
        subtitle={t`Each published text is a new version. Visitors accept the current one.`}
        actions={
          isPending && (isRolePending || canEdit) ? (
            <Skeleton variant="rounded">{add}</Skeleton>
          ) : canEdit && items.length > 0 && writing === null ? (
            add
          ) : undefined
        }
      />
      {isUnreadable(list) ? (
        <Card>
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        </Card>
      ) : isPending ? (
        <Stack spacing={2}>
          <Skeleton variant="rounded" height={220} />
          <Skeleton variant="rounded" height={160} />
        </Stack>
      ) : writing !== null ? (
        <TermsEditor
          key={writing}
          terms={writing === "edit" ? (shown ?? null) : null}
          forCode={writing === "new" && items.some((terms) => terms.code_id === null)}
          taken={items.map((terms) => terms.code_id)}
          onDone={published}
          onCancel={() => setWriting(null)}
        />
      ) : shown === undefined ? (
        <Card>
          <EmptyState
            icon={<GavelIcon />}
            title={t`No terms yet`}
            text={t`Write the terms of your offers once. They get a page for every code, and you see who accepted which version.`}
            action={
              canEdit ? (
                <Button variant="contained" startIcon={<AddIcon />} onClick={() => setWriting("new")}>
                  <Trans>Write terms</Trans>
                </Button>
              ) : undefined
            }
          />
        </Card>
      ) : (
        <Stack spacing={2.5}>
          {items.length > 1 ? (
            <TextField
              select
              label={t`Terms for`}
              value={shown.terms_id}
              onChange={(event) => show(event.target.value)}
              sx={{ maxWidth: 380 }}
            >
              {items.map((terms) => (
                <MenuItem key={terms.terms_id} value={terms.terms_id}>
                  {nameOf(terms)}
                </MenuItem>
              ))}
            </TextField>
          ) : null}
          <TermsDocument
            key={shown.terms_id}
            terms={shown}
            owner={nameOf(shown)}
            zone={organization?.time_zone}
            canEdit={canEdit}
            seesPeople={reaches(role, "admin")}
            onEdit={() => setWriting("edit")}
          />
        </Stack>
      )}
    </>
  );
}
