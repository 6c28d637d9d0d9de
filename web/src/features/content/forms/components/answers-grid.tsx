import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableContainer from "@mui/material/TableContainer";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import type { Answer, FormDetail } from "@/features/content/forms/api/forms";
import { senderOf, textOf } from "@/features/content/forms/answer-texts";
import { formatDateTime } from "@/shared/format/dates";
import { useOrganizationData } from "@/shared/organization/organization";

const FIRST = { position: "sticky", left: 0, zIndex: 1, bgcolor: "background.paper", minWidth: 150 } as const;
const CELL = { maxWidth: 260, overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" } as const;

interface AnswersGridProps {
  form: FormDetail;
  answers: readonly Answer[];
  onOpen: (answer: Answer) => void;
}

/** Answers as rows, questions as columns. Unread answers are bold and have a dot. */
export function AnswersGrid({ form, answers, onOpen }: AnswersGridProps) {
  const zone = useOrganizationData().data?.time_zone;
  return (
    <Card>
      <TableContainer tabIndex={0} role="region" aria-label={t`Answers`}>
        <Table size="small" sx={{ "& td, & th": { px: 1.5 } }}>
          <TableHead>
            <TableRow>
              <TableCell sx={FIRST}>
                <Trans>Sent</Trans>
              </TableCell>
              {form.fields.map((field) => (
                <TableCell key={field.name} sx={CELL} title={field.label}>
                  {field.label}
                </TableCell>
              ))}
              <TableCell sx={CELL}>
                <Trans>Code</Trans>
              </TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {answers.map((answer) => {
              const isUnread = answer.read_at === null;
              const weight = isUnread ? 600 : 400;
              return (
                <TableRow
                  key={answer.submission_id}
                  hover
                  onClick={() => onOpen(answer)}
                  sx={{ cursor: "pointer", "& td": { fontWeight: weight } }}
                >
                  <TableCell component="th" scope="row" sx={{ ...FIRST, whiteSpace: "nowrap" }}>
                    <Box sx={{ display: "flex", alignItems: "center", gap: 0.75 }}>
                      <Box
                        role={isUnread ? "img" : undefined}
                        aria-label={isUnread ? t`Unread` : undefined}
                        sx={{
                          width: 8,
                          height: 8,
                          borderRadius: "50%",
                          flexShrink: 0,
                          bgcolor: isUnread ? "primary.main" : "transparent",
                        }}
                      />
                      <Button
                        size="small"
                        color="inherit"
                        sx={{ px: 0.5, minWidth: 0, fontWeight: weight, whiteSpace: "nowrap" }}
                        aria-label={t`Open the answer from ${senderOf(answer)}, ${formatDateTime(answer.created_at, zone)}`}
                        onClick={(event) => {
                          event.stopPropagation();
                          onOpen(answer);
                        }}
                      >
                        {formatDateTime(answer.created_at, zone)}
                      </Button>
                    </Box>
                  </TableCell>
                  {form.fields.map((field) => (
                    <TableCell key={field.name} sx={CELL}>
                      {answer.fields === null ? t`Erased` : textOf(answer.fields[field.name])}
                    </TableCell>
                  ))}
                  <TableCell sx={CELL}>{answer.code_name ?? ""}</TableCell>
                </TableRow>
              );
            })}
          </TableBody>
        </Table>
      </TableContainer>
    </Card>
  );
}
