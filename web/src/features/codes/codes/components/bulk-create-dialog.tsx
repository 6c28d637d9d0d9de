import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useCreateChildren } from "@/features/codes/codes/api/bulk-create";
import { RowsDialog } from "@/features/codes/codes/components/rows-dialog";
import { NO_ROWS, problemOfTable, rowsOf } from "@/features/codes/codes/rows";
import type { Code } from "@/features/codes/codes/types";

/** The names of columns are the same in every language. */
const EXAMPLE = ["name,table,store", "table-1,1,pier", "table-2,2,pier"].join("\n");

/** Creates many codes from one: a child for each row of a table. */
export function BulkCreateDialog({ code, onClose }: { code: Code; onClose: () => void }) {
  const many = useCreateChildren();
  return (
    <RowsDialog
      title={t`Create codes from “${code.name}”`}
      help={
        <Trans>
          One code per row, at most 10,000. The columns <b>name</b>, <b>destination</b>, <b>tags</b>,{" "}
          <b>fallback_url</b>, <b>active_from</b> and <b>active_until</b> set the code’s own fields; any other column,
          such as <b>table</b> or <b>store</b>, becomes a property. Dates such as 2027-12-31 or 2027-12-31 18:00 use
          your organisation’s time zone. Anything a row leaves out is inherited from this code.
        </Trans>
      }
      placeholder={EXAMPLE}
      busy={many.isPending}
      send={(text, preview) => {
        const rows = rowsOf(text);
        const problem = rows.length === 0 ? t(NO_ROWS) : problemOfTable(text);
        return problem !== null
          ? Promise.reject(new Error(problem))
          : many.mutateAsync({ codeId: code.code_id, rows, preview });
      }}
      onClose={onClose}
    />
  );
}
