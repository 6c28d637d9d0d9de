import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import ForumIcon from "@mui/icons-material/ForumOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import { useTheme } from "@mui/material/styles";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useState } from "react";
import { CannedAnswersDialog } from "@/features/messaging/inbox/components/canned-answers-dialog";
import { ConversationList } from "@/features/messaging/inbox/components/conversation-list";
import { ConversationView } from "@/features/messaging/inbox/components/conversation-view";
import { LeaveGuard } from "@/shared/components/leave-guard";
import { PageHeader } from "@/shared/components/page-header";
import { EmptyState } from "@/shared/components/state-views";
import { reaches, useOrganizationData } from "@/shared/organization/organization";
import { useSearchChange } from "@/shared/url/use-search-change";

/** Replies to text messages: a list and the open conversation, or on phones one of the two. */
export function InboxScreen() {
  const [search, change] = useSearchChange();
  const organization = useOrganizationData().data;
  const mayEdit = organization !== undefined && reaches(organization.role, "editor");
  const isNarrow = useMediaQuery(useTheme().breakpoints.down("md"));
  const [isManaging, setManaging] = useState(false);
  // Unsent replies are preserved while another conversation is open.
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  const talk = search.get("talk");
  const view =
    talk === null ? null : (
      <ConversationView
        key={talk}
        conversationId={talk}
        mayEdit={mayEdit}
        zone={organization?.time_zone}
        draft={drafts[talk] ?? ""}
        onDraft={(text) => setDrafts((before) => ({ ...before, [talk]: text }))}
        onBack={isNarrow ? () => change({ talk: null }) : undefined}
      />
    );
  return (
    <>
      <LeaveGuard isChanged={Object.values(drafts).some((text) => text.trim() !== "")}>
        <Trans>An answer that you have not sent yet would be lost.</Trans>
      </LeaveGuard>
      <PageHeader
        title={t`Inbox`}
        subtitle={t`Replies to your text messages.`}
        actions={
          mayEdit ? (
            <Button variant="outlined" onClick={() => setManaging(true)}>
              <Trans>Canned answers</Trans>
            </Button>
          ) : null
        }
      />
      <Box
        sx={{
          display: "grid",
          gap: 2,
          alignItems: "start",
          gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 5fr) minmax(0, 8fr)" },
        }}
      >
        {isNarrow && talk !== null ? null : (
          <ConversationList chosen={talk} zone={organization?.time_zone} onChoose={(id) => change({ talk: id })} />
        )}
        {isNarrow ? (
          view
        ) : (
          <Card>
            {view ?? (
              <EmptyState
                icon={<ForumIcon />}
                title={t`No conversation chosen`}
                text={t`Choose one to read and answer it.`}
              />
            )}
          </Card>
        )}
      </Box>
      {isManaging ? <CannedAnswersDialog onClose={() => setManaging(false)} /> : null}
    </>
  );
}
