import { msg, t } from "@lingui/core/macro";
import Stack from "@mui/material/Stack";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { Link, useSearchParams } from "react-router";
import { PICTURE_PANELS } from "@/app/picture-panels";
import { CodeLoader } from "@/app/routes/admin/code-loader";
import { PictureInUse } from "@/features/content/ai-qr/components/picture-in-use";
import { CodeDetails } from "@/features/codes/codes/components/code-details";
import { DeletedNotice } from "@/features/codes/codes/components/deleted-notice";
import { EditCode } from "@/features/codes/codes/components/edit-code";
import { InheritNote } from "@/features/codes/codes/components/inherit-note";
import type { Code } from "@/features/codes/codes/types";
import { AccessSettings } from "@/features/codes/rules/components/access-settings";
import { RulesEditor } from "@/features/codes/rules/components/rules-editor";
import { RulesList } from "@/features/codes/rules/components/rules-list";
import { ViewerNote } from "@/shared/components/editors-only";
import { PageHeader } from "@/shared/components/page-header";
import { reaches, useOrganization, useOrganizationData } from "@/shared/organization/organization";

/** Returns the fields of a code that each screen shows and that may come from its base. */
function inheritable(part: string, code: Code): readonly string[] {
  switch (part) {
    case "rules":
      return ["rules"];
    case "access":
      return ["password", "window", "limits", "expired_url", "fallback_url"];
    default:
      return [code.destination === null ? "content" : "destination", "design"];
  }
}

const PARTS = [
  { value: "content", label: msg`Content and design`, search: "" },
  { value: "rules", label: msg`Rules`, search: "?part=rules" },
  { value: "access", label: msg`Access`, search: "?part=access" },
];

export function Component() {
  const [search] = useSearchParams();
  const zone = useOrganizationData().data?.time_zone;
  const requestedTab = search.get("part");
  const mayEdit = reaches(useOrganization().role, "editor");
  if (!mayEdit) {
    return <ReadCode />;
  }
  const part = PARTS.find((one) => one.value === requestedTab)?.value ?? "content";
  return (
    <CodeLoader>
      {(code) => (
        <>
          <PageHeader title={t`Edit code`} subtitle={code.name} />
          <DeletedNotice code={code} />
          <Tabs value={part} aria-label={t`Code settings`} variant="scrollable" scrollButtons={false} sx={{ mb: 3 }}>
            {PARTS.map((one) => (
              <Tab
                key={one.value}
                value={one.value}
                label={t(one.label)}
                component={Link}
                to={{ search: one.search }}
                replace
              />
            ))}
          </Tabs>
          <InheritNote code={code} parts={inheritable(part, code)} />
          {part === "content" ? (
            <Stack spacing={3}>
              <PictureInUse code={code} mayEdit />
              <EditCode key={code.code_id} code={code} panels={PICTURE_PANELS} />
            </Stack>
          ) : null}
          {part === "rules" && zone !== undefined ? <RulesEditor key={code.code_id} code={code} zone={zone} /> : null}
          {part === "access" && zone !== undefined ? (
            <AccessSettings key={code.code_id} code={code} zone={zone} />
          ) : null}
        </>
      )}
    </CodeLoader>
  );
}

/** A read-only view for members who may not change the code. */
function ReadCode() {
  const zone = useOrganizationData().data?.time_zone;
  return (
    <CodeLoader>
      {(code) => (
        <>
          <PageHeader title={code.name} />
          <ViewerNote text={t`You are a viewer. Only editors can change this code.`} />
          <Stack spacing={3}>
            <CodeDetails code={code} zone={zone} />
            {zone === undefined ? null : <RulesList code={code} zone={zone} />}
          </Stack>
        </>
      )}
    </CodeLoader>
  );
}
