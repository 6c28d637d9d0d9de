import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import FriendsIcon from "@mui/icons-material/GroupAddOutlined";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { referralAnalysisQuery, type TreeNode } from "@/features/promotions/referrals/api/referrals";
import { PersonLink } from "@/features/promotions/referrals/components/referral-list";
import { personName, STATES } from "@/features/promotions/referrals/referral-texts";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { useSearchChange } from "@/shared/url/use-search-change";
import { formatCount } from "@/shared/format/numbers";

/** The referral tree: of all customers, or below one, at any depth. */
export function ReferralTree() {
  const [search, change] = useSearchChange();
  const top = search.get("top");
  const analysis = useQuery(referralAnalysisQuery(top, 12));
  if (analysis.isError) {
    return <ErrorState error={analysis.error} onRetry={() => void analysis.refetch()} />;
  }
  if (analysis.isPending) {
    return <Skeleton variant="rounded" height={240} aria-busy="true" />;
  }
  const { tree, is_whole } = analysis.data;
  if (tree.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={<FriendsIcon />}
          title={t`Nobody here yet`}
          text={t`The tree grows with each friend a customer refers.`}
        />
      </Card>
    );
  }
  const children = childrenOf(tree);
  const show = (id: string | null) => change({ top: id });
  return (
    <Stack spacing={2}>
      {top === null ? null : (
        <Box>
          <Button variant="outlined" onClick={() => show(null)}>
            <Trans>Show everybody</Trans>
          </Button>
        </Box>
      )}
      {is_whole ? null : (
        <Alert severity="info">
          <Trans>Not everyone is shown. Open a customer’s friends to see more.</Trans>
        </Alert>
      )}
      <Card sx={{ p: { xs: 1.5, sm: 2 }, overflowX: "auto" }}>
        <Branch nodes={tree.filter((node) => node.level === 0)} below={children} onShow={show} />
      </Card>
    </Stack>
  );
}

/** Returns the friends of each person, by the ID of the referrer. */
function childrenOf(tree: readonly TreeNode[]): ReadonlyMap<string, readonly TreeNode[]> {
  const found = new Map<string, TreeNode[]>();
  for (const node of tree) {
    if (node.parent_id !== null) {
      found.set(node.parent_id, [...(found.get(node.parent_id) ?? []), node]);
    }
  }
  return found;
}

interface BranchProps {
  nodes: readonly TreeNode[];
  below: ReadonlyMap<string, readonly TreeNode[]>;
  onShow: (customerId: string) => void;
}

const LIST = {
  listStyle: "none",
  m: 0,
  pl: 0,
  "& &": { pl: { xs: 1.5, sm: 3 }, borderLeft: 1, borderColor: "divider" },
};

function Branch({ nodes, below, onShow }: BranchProps) {
  return (
    <Box component="ul" sx={LIST}>
      {nodes.map((node) => {
        const id = node.person.customer_id;
        const friends = below.get(id) ?? [];
        return (
          <li key={id}>
            <Stack direction="row" useFlexGap sx={{ py: 0.75, gap: 1, flexWrap: "wrap", alignItems: "baseline" }}>
              <PersonLink person={node.person} />
              <Typography variant="body2" color="textSecondary">
                {[node.state === null || node.state === "rewarded" ? null : t(STATES[node.state]), belowText(node)]
                  .filter(Boolean)
                  .join(" · ")}
              </Typography>
              {friends.length < node.friends ? (
                <Button
                  size="small"
                  onClick={() => onShow(id)}
                  aria-label={t`Show friends of ${personName(node.person)}`}
                >
                  <Trans>Show friends</Trans>
                </Button>
              ) : null}
            </Stack>
            {friends.length > 0 ? <Branch nodes={friends} below={below} onShow={onShow} /> : null}
          </li>
        );
      })}
    </Box>
  );
}

/** Describes how many friends a person brought, and how many these brought in turn. */
function belowText({ friends, below }: Pick<TreeNode, "friends" | "below">): string | null {
  if (friends === 0) {
    return null;
  }
  const own = plural(friends, { one: "# friend", other: "# friends" });
  return below > friends ? t`${own}, ${formatCount(below)} people below` : own;
}
