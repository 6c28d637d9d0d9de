import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import EditOutlinedIcon from "@mui/icons-material/EditOutlined";
import OpenInNewIcon from "@mui/icons-material/OpenInNew";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Chip from "@mui/material/Chip";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import Typography from "@mui/material/Typography";
import { type ReactNode, useId, useState } from "react";
import type { Terms } from "@/features/content/terms/api/terms";
import { Acceptances } from "@/features/content/terms/components/acceptances";
import { ChangesDialog } from "@/features/content/terms/components/changes-dialog";
import { CopyButton } from "@/shared/components/copy-button";
import { formatDateTime } from "@/shared/format/dates";

interface TermsDocumentProps {
  terms: Terms;
  owner: string;
  zone: string | undefined;
  canEdit: boolean;
  seesPeople: boolean;
  onEdit: () => void;
}

/** The terms in force, their versions, and their acceptances. */
export function TermsDocument({ terms, owner, zone, canEdit, seesPeople, onEdit }: TermsDocumentProps) {
  const [compared, setCompared] = useState<number | null>(null);
  return (
    <>
      <Section title={terms.title}>
        <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: "wrap", alignItems: "center", mb: 2 }}>
          <Chip size="small" color="primary" label={t`Version ${terms.current_version}`} />
          <Typography variant="body2" color="textSecondary">
            <Trans>
              {owner}, in force since {formatDateTime(terms.published_at, zone)}
            </Trans>
          </Typography>
        </Stack>
        <Box
          // The server sanitised this text when it was published.
          dangerouslySetInnerHTML={{ __html: terms.body }}
          role="region"
          aria-label={t`Text`}
          dir="auto"
          tabIndex={0}
          sx={{
            maxHeight: 340,
            overflow: "auto",
            overflowWrap: "anywhere",
            bgcolor: "background.default",
            borderRadius: 2,
            px: 2.5,
            py: 0.5,
            "& :is(h2, h3, p, li)": { unicodeBidi: "plaintext" },
            "& h2": { typography: "h5" },
            "& h3": { typography: "h6" },
            "& a": { color: "primary.main" },
          }}
        />
        <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: "wrap", mt: 2 }}>
          {canEdit ? (
            <Button variant="contained" startIcon={<EditOutlinedIcon />} onClick={onEdit}>
              <Trans>Write version {terms.current_version + 1}</Trans>
            </Button>
          ) : null}
          <Button
            variant="outlined"
            startIcon={<OpenInNewIcon />}
            href={`${terms.public_url}?accept=1`}
            target="_blank"
            rel="noopener"
          >
            <Trans>Open page</Trans>
          </Button>
          <CopyButton label={t`Copy link`} text={`${window.location.origin}${terms.public_url}?accept=1`} />
        </Stack>
      </Section>
      <Section title={t`Versions`}>
        <Box role="region" aria-label={t`All versions`} tabIndex={0} sx={{ overflowX: "auto" }}>
          <Table size="small" sx={{ "& td, & th": { whiteSpace: { sm: "nowrap" }, px: { xs: 1, sm: 2 } } }}>
            <TableHead>
              <TableRow>
                <TableCell>
                  <Trans>Version</Trans>
                </TableCell>
                <TableCell>
                  <Trans>Published</Trans>
                </TableCell>
                <TableCell align="right">
                  <Trans>Accepted</Trans>
                </TableCell>
                {terms.versions.length > 1 ? (
                  <TableCell>
                    <Trans>Changes</Trans>
                  </TableCell>
                ) : null}
              </TableRow>
            </TableHead>
            <TableBody>
              {terms.versions.map((version) => (
                <TableRow key={version.version}>
                  <TableCell>
                    <Link href={`${terms.public_url}?version=${version.version}`} target="_blank" rel="noopener">
                      <Trans>Version {version.version}</Trans>
                    </Link>
                  </TableCell>
                  <TableCell>{formatDateTime(version.published_at, zone)}</TableCell>
                  <TableCell align="right">{version.acceptances}</TableCell>
                  {terms.versions.length > 1 ? (
                    <TableCell sx={{ py: 0 }}>
                      {version.version > 1 ? (
                        <Button
                          size="small"
                          aria-label={t`Compare version ${version.version} with the previous one`}
                          onClick={() => setCompared(version.version)}
                        >
                          <Trans>Compare</Trans>
                        </Button>
                      ) : null}
                    </TableCell>
                  ) : null}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </Box>
      </Section>
      {compared === null ? null : (
        <ChangesDialog terms={terms} version={compared} zone={zone} onClose={() => setCompared(null)} />
      )}
      {seesPeople ? (
        <Section title={t`Consents`}>
          <Acceptances termsId={terms.terms_id} zone={zone} />
        </Section>
      ) : null}
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <Card component="section" aria-labelledby={titleId} sx={{ p: { xs: 2, sm: 3 }, maxWidth: 860 }}>
      <Typography id={titleId} variant="h5" component="h2" sx={{ mb: 1.5, overflowWrap: "anywhere" }}>
        {title}
      </Typography>
      {children}
    </Card>
  );
}
