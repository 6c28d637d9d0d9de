import { t } from "@lingui/core/macro";
import CheckCircleIcon from "@mui/icons-material/CheckCircle";
import RadioButtonUncheckedIcon from "@mui/icons-material/RadioButtonUnchecked";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemIcon from "@mui/material/ListItemIcon";
import ListItemText from "@mui/material/ListItemText";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { Panel } from "@/features/insights/overview/panel";
import { everQuery, pagesQuery, peopleQuery, recentCodesQuery } from "@/features/insights/overview/queries";
import type { components } from "@/shared/api/schema";
import { paths } from "@/shared/config/paths";
import { reaches } from "@/shared/organization/organization";

/**
 * The first steps of a new organisation. Each step is ticked automatically, and the list disappears once there are
 * codes, pages and scans.
 */
export function Checklist({ organization }: { organization: components["schemas"]["OrganizationData"] }) {
  const codes = useQuery(recentCodesQuery);
  const pages = useQuery(pagesQuery);
  const people = useQuery(peopleQuery);
  const ever = useQuery(everQuery);
  if (codes.data === undefined || pages.data === undefined) {
    return null;
  }
  const hasCode = codes.data.total > 0;
  const hasPage = pages.data.items.some(({ is_published }) => is_published);
  const hasScan = ever.data === undefined ? null : ever.data.totals.scans > 0;
  if (hasCode && hasPage && hasScan !== false) {
    return null;
  }
  const isAdmin = reaches(organization.role, "admin");
  const newest = codes.data.items[0];
  const steps = [
    { text: t`Create a code`, isDone: hasCode, to: paths.createCode },
    { text: t`Publish a page`, isDone: hasPage, to: hasPage ? paths.allPages : paths.firstRun },
    {
      text: t`Scan your code`,
      isDone: hasScan === true,
      to: newest ? paths.showCode(newest.code_id) : paths.createCode,
    },
    ...(isAdmin
      ? [
          { text: t`Add your logo`, isDone: organization.organization_logo !== "", to: paths.brand },
          { text: t`Invite a colleague`, isDone: (people.data?.total ?? 1) > 1, to: paths.members },
        ]
      : []),
  ];
  return (
    <Panel title={t`Get started`}>
      <List disablePadding sx={{ display: "grid", gridTemplateColumns: { sm: "1fr 1fr", lg: "repeat(5, 1fr)" } }}>
        {steps.map(({ text, isDone, to }) => (
          <ListItem key={text} disablePadding>
            <ListItemButton component={Link} to={to} sx={{ borderRadius: 1 }}>
              <ListItemIcon sx={{ minWidth: 36 }}>
                {isDone ? (
                  <CheckCircleIcon color="success" titleAccess={t`Done`} />
                ) : (
                  <RadioButtonUncheckedIcon color="action" titleAccess={t`To do`} />
                )}
              </ListItemIcon>
              <ListItemText primary={text} />
            </ListItemButton>
          </ListItem>
        ))}
      </List>
    </Panel>
  );
}
