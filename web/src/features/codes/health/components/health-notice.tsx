import { plural, t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Box from "@mui/material/Box";
import MuiLink from "@mui/material/Link";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { codeHealthQuery, type Finding } from "@/features/codes/health/code-health";
import { paths } from "@/shared/config/paths";
import { formatDate } from "@/shared/format/dates";

interface HealthNoticeProps {
  zone: string | undefined;
  /** Restricts the notice to the addresses of this code. */
  codeId?: string;
}

const SHOWN = 3;

/** Shows which codes had destinations that did not respond in last night's check, or nothing if all did. */
export function HealthNotice({ zone, codeId }: HealthNoticeProps) {
  const { data } = useQuery(codeHealthQuery(codeId));
  const broken = data?.items.filter(({ state }) => state !== "fine") ?? [];
  if (data === undefined || broken.length === 0) {
    return null;
  }
  const total = codeId === undefined ? data.total : broken.length;
  return (
    <Alert severity="warning" sx={{ mb: 3 }}>
      <AlertTitle>{titleOf(total, codeId !== undefined)}</AlertTitle>
      <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: "anywhere" }}>
        {broken.slice(0, SHOWN).map((finding) => (
          <li key={`${finding.code_id} ${finding.url}`}>
            {codeId === undefined ? (
              <MuiLink component={Link} to={paths.showCode(finding.code_id)} color="inherit">
                {finding.name}
              </MuiLink>
            ) : (
              finding.url
            )}
            : {reasonOf(finding)}{" "}
            {finding.broken_since !== null && zone !== undefined
              ? t`Since ${formatDate(finding.broken_since, zone)}.`
              : ""}
          </li>
        ))}
      </Box>
      {total > SHOWN ? t`and ${total - Math.min(SHOWN, broken.length)} more` : null}
    </Alert>
  );
}

function titleOf(total: number, isOneCode: boolean): string {
  if (isOneCode) {
    return plural(total, {
      one: "A URL of this code is not reachable",
      other: "# URLs of this code are not reachable",
    });
  }
  return plural(total, { one: "A code has a broken destination", other: "# codes have broken destinations" });
}

function reasonOf({ state, reason }: Finding): string {
  return state === "private" ? t`It can only be reached from inside your network.` : (reason ?? t`It doesn’t respond.`);
}
