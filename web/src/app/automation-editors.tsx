import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { emptyPlan } from "@/features/messaging/campaigns/words";
import { ContentStep } from "@/features/messaging/campaigns/components/content-step";
import type { Rules } from "@/features/messaging/automations/api/automations";
import type { Editors } from "@/features/messaging/automations/components/step-fields";
import { fieldsQuery } from "@/features/people/segments/api/segments";
import { GroupEditor } from "@/features/people/segments/components/group-editor";
import { type DraftGroup, draftOf, rulesOf } from "@/features/people/segments/draft";

/** The editors of campaign texts and of segment rules, for the steps of automations. */
export const EDITORS: Editors = {
  content: ({ channel, contents, codeId, onChange }) => (
    <ContentStep
      hasOneVersion
      plan={{
        ...emptyPlan(channel),
        variants: [{ key: "a", share: 100, contents }],
        code_id: codeId,
      }}
      onChange={({ variants, code_id }) =>
        onChange({
          ...(variants?.[0] === undefined ? {} : { contents: variants[0].contents }),
          ...(code_id === undefined ? {} : { code_id }),
        })
      }
    />
  ),
  rules: (props) => <RulesEditor {...props} />,
};

function RulesEditor({ rules, onChange }: { rules: Rules; onChange: (rules: Rules) => void }) {
  const known = useQuery(fieldsQuery).data;
  const [draft, setDraft] = useState<DraftGroup>(() => draftOf(rules));
  return (
    <GroupEditor
      group={draft}
      fields={known?.items ?? []}
      tags={known?.tags ?? []}
      segmentId={null}
      onChange={(changed) => {
        setDraft(changed);
        const complete = rulesOf(changed);
        if (complete !== null) {
          onChange(complete);
        }
      }}
    />
  );
}
