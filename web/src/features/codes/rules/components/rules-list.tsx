import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Card from "@mui/material/Card";
import Chip from "@mui/material/Chip";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { ruleOptionsQuery } from "@/features/codes/rules/api/rule-options";
import { rulesInWords } from "@/features/codes/rules/rules-in-words";
import type { Code } from "@/features/codes/rules/types";
import { isUnreadable } from "@/shared/api/unreadable";
import { ErrorState } from "@/shared/components/state-views";
import { formatList } from "@/shared/format/lists";

/** A code's rules as text, for members who may not change them. */
export function RulesList({ code, zone }: { code: Pick<Code, "rules">; zone: string }) {
  const options = useQuery(ruleOptionsQuery);
  if (options.isPending) {
    return <Skeleton variant="rounded" height={120} aria-busy="true" />;
  }
  if (isUnreadable(options)) {
    return <ErrorState compact error={options.error} onRetry={() => void options.refetch()} />;
  }
  return (
    <Card component="section" aria-label={t`Rules`} sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography variant="h5" component="h2" sx={{ mb: 1.5 }}>
        <Trans>Rules</Trans>
      </Typography>
      {code.rules.length === 0 ? (
        <Typography color="textSecondary">
          <Trans>No rules: every visitor gets the same destination.</Trans>
        </Typography>
      ) : (
        <Stack component="ol" spacing={2} sx={{ m: 0, pl: 3 }}>
          {rulesInWords(code.rules, options.data.conditions, zone).map((rule) => (
            <li key={rule.key}>
              <Typography variant="subtitle2" component="h3">
                {rule.name} {rule.isOn ? null : <Chip size="small" label={t`Off`} />}
              </Typography>
              <Typography variant="body2" color="textSecondary">
                {rule.conditions.length === 0 ? t`For everyone` : t`If ${formatList(rule.conditions)}`}
              </Typography>
              <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
                {rule.outcome}
              </Typography>
            </li>
          ))}
        </Stack>
      )}
    </Card>
  );
}
