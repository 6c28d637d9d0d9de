import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import AddCardIcon from "@mui/icons-material/AddCard";
import HistoryIcon from "@mui/icons-material/History";
import PublishIcon from "@mui/icons-material/PublishOutlined";
import RedoIcon from "@mui/icons-material/Redo";
import SaveOutlinedIcon from "@mui/icons-material/SaveOutlined";
import UndoIcon from "@mui/icons-material/Undo";
import UploadFileIcon from "@mui/icons-material/UploadFileOutlined";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Tooltip from "@mui/material/Tooltip";
import useMediaQuery from "@mui/material/useMediaQuery";
import type { Theme } from "@mui/material/styles";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import {
  checkQuery,
  type LintFinding,
  type PassTemplate,
  templateQuery,
  useSaveTemplate,
} from "@/features/wallet/designer/api/templates";
import { BarcodeEditor } from "@/features/wallet/designer/components/barcode-editor";
import { FieldsEditor } from "@/features/wallet/designer/components/fields-editor";
import { Findings, Losses } from "@/features/wallet/designer/components/findings";
import { GeneralEditor } from "@/features/wallet/designer/components/general-editor";
import { ImportPassesDialog } from "@/features/wallet/designer/components/import-passes-dialog";
import { LanguagesEditor } from "@/features/wallet/designer/components/languages-editor";
import { LookEditor } from "@/features/wallet/designer/components/look-editor";
import { MakePassDialog } from "@/features/wallet/designer/components/make-pass-dialog";
import { Preview, SampleEditor } from "@/features/wallet/designer/components/preview";
import { PublishDialog } from "@/features/wallet/designer/components/publish-dialog";
import { VersionsDialog } from "@/features/wallet/designer/components/versions-dialog";
import { WhenEditor } from "@/features/wallet/designer/components/when-editor";
import { resolved, sampleValues } from "@/features/wallet/designer/placeholders";
import { type Part, partOf } from "@/features/wallet/designer/parts";
import { useDebouncedValue } from "@/shared/components/use-debounced-value";
import { usePassDesign } from "@/features/wallet/designer/use-pass-design";
import { ApiError, isEditConflict } from "@/shared/api/errors";
import { reportIncomplete } from "@/shared/components/incomplete-inputs";
import { LeaveGuard } from "@/shared/components/leave-guard";
import { PageHeader } from "@/shared/components/page-header";
import { useToasts } from "@/shared/components/toasts";
import { useOrganizationData } from "@/shared/organization/organization";
import { wholeContent } from "@/shared/wallet/pass-content";

/** The designer of a pass template. It remounts when somebody else's version is loaded. */
export function PassDesigner({ template }: { template: PassTemplate }) {
  const cache = useQueryClient();
  const [round, setRound] = useState(0);
  const reload = async () => {
    await cache.refetchQueries({ queryKey: templateQuery(template.template_id).queryKey }, { throwOnError: true });
    setRound((now) => now + 1);
  };
  return <Designer key={round} template={template} onReload={reload} />;
}

const CHECK_MS = 350;

interface DesignerProps {
  template: PassTemplate;
  onReload: () => Promise<void>;
}

function Designer({ template, onReload }: DesignerProps) {
  const [initial] = useState(() => ({ name: template.name, content: wholeContent(template.content) }));
  const [openedAt] = useState(() => Date.now());
  const design = usePassDesign(initial);
  const [saved, setSaved] = useState(initial);
  const [revision, setRevision] = useState(template.revision);
  const [part, setPart] = useState<Part>("fields");
  const [opened, setOpened] = useState<string | null>(null);
  const [sample, setSample] = useState<Record<string, string>>({});
  const [language, setLanguage] = useState(initial.content.language);
  const [dialog, setDialog] = useState<"versions" | "publish" | "make" | "import" | null>(null);
  const [view, setView] = useState<"edit" | "preview">("edit");
  const [revealed, setRevealed] = useState<{ path: string } | null>(null);
  const editor = useRef<HTMLDivElement>(null);
  const save = useSaveTemplate();
  const toasts = useToasts();
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down("lg"));
  const zone = useOrganizationData().data?.time_zone ?? "UTC";
  const { draft } = design;
  const isChanged = draft !== saved;
  const values = sampleValues(draft.content, sample);
  const delayed = useDebouncedValue(draft.content, CHECK_MS);
  const check = useQuery(checkQuery(delayed, sample));
  const findings = findingsOf(check.error, check.data?.findings);

  useEffect(() => {
    // Runs once the part of the editor that contains the field is rendered.
    const inside = revealed && editor.current?.querySelector(`[data-path="${CSS.escape(revealed.path)}"]`);
    const input =
      inside?.querySelector<HTMLElement>("input, textarea, [role=combobox]") ?? inside?.querySelector("button");
    input?.focus();
    inside?.scrollIntoView({ block: "center" });
  }, [revealed]);
  const open = (path: string) => {
    const [target, key] = path.split(".");
    setPart(partOf(path));
    setView("edit");
    setOpened(target === "fields" && key !== undefined ? key : opened);
    setRevealed({
      path: target === "fields" || target === "barcode" || target === "pictures" ? path : (target ?? path),
    });
  };
  /** Does something for which every input must be complete: what is incomplete would be dropped. */
  const whenComplete = (act: () => void) => (reportIncomplete(editor.current) ? undefined : act());
  const keep = async (over: number | null): Promise<number | null> => {
    try {
      const kept = await save.mutateAsync({ template_id: template.template_id, ...draft, revision: over });
      setSaved(draft);
      setRevision(kept.revision);
      return kept.revision;
    } catch (error) {
      if (!isEditConflict(error)) {
        toasts.error(error);
      }
      return null;
    }
  };
  const isConflict = isEditConflict(save.error);
  const hasVersion = template.published_version !== null;
  return (
    <>
      <PageHeader
        title={draft.name || t`Pass template`}
        subtitle={stateText(isChanged, template)}
        actions={
          <>
            <Tooltip title={t`Undo`}>
              <span>
                <IconButton aria-label={t`Undo`} disabled={!design.canUndo} onClick={design.undo}>
                  <UndoIcon />
                </IconButton>
              </span>
            </Tooltip>
            <Tooltip title={t`Redo`}>
              <span>
                <IconButton aria-label={t`Redo`} disabled={!design.canRedo} onClick={design.redo}>
                  <RedoIcon />
                </IconButton>
              </span>
            </Tooltip>
            {hasVersion ? (
              <>
                <Button startIcon={<AddCardIcon />} onClick={() => setDialog("make")}>
                  <Trans>Create pass</Trans>
                </Button>
                <Button startIcon={<UploadFileIcon />} onClick={() => setDialog("import")}>
                  <Trans>Import passes</Trans>
                </Button>
              </>
            ) : null}
            <Button startIcon={<HistoryIcon />} disabled={!hasVersion} onClick={() => setDialog("versions")}>
              <Trans>Versions</Trans>
            </Button>
            <Button
              variant="outlined"
              startIcon={<SaveOutlinedIcon />}
              disabled={!isChanged || draft.name.trim() === ""}
              loading={save.isPending}
              loadingPosition="start"
              onClick={() =>
                whenComplete(
                  () =>
                    void keep(revision).then((kept) => (kept === null ? undefined : toasts.success(t`Draft saved.`))),
                )
              }
            >
              <Trans>Save draft</Trans>
            </Button>
            <Button
              variant="contained"
              startIcon={<PublishIcon />}
              disabled={save.isPending || draft.name.trim() === "" || (!isChanged && !template.has_changes)}
              onClick={() => whenComplete(() => setDialog("publish"))}
            >
              <Trans>Publish</Trans>
            </Button>
          </>
        }
      />
      {isConflict ? (
        <Alert severity="warning" sx={{ mb: 2 }}>
          <Trans>Someone else saved this template while you had it open. Only one version can be kept.</Trans>
          <Stack direction="row" useFlexGap sx={{ flexWrap: "wrap", gap: 1, mt: 1 }}>
            <Button variant="outlined" color="inherit" onClick={() => void onReload().catch(toasts.error)}>
              <Trans>Load their version</Trans>
            </Button>
            <Button variant="outlined" color="inherit" onClick={() => whenComplete(() => void keep(null))}>
              <Trans>Overwrite with mine</Trans>
            </Button>
          </Stack>
        </Alert>
      ) : null}
      {isNarrow ? (
        <ToggleButtonGroup
          exclusive
          fullWidth
          size="small"
          value={view}
          aria-label={t`View`}
          onChange={(_, next: "edit" | "preview" | null) =>
            next === null ? undefined : whenComplete(() => setView(next))
          }
          sx={{ mb: 2 }}
        >
          <ToggleButton value="edit">
            <Trans>Edit</Trans>
          </ToggleButton>
          <ToggleButton value="preview">
            {findings.length === 0
              ? t`Preview`
              : plural(findings.length, { one: "Preview and # finding", other: "Preview and # findings" })}
          </ToggleButton>
        </ToggleButtonGroup>
      ) : null}
      <Box
        sx={{
          display: "grid",
          gap: 3,
          gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "minmax(0, 5fr) minmax(0, 7fr)" },
          alignItems: "start",
        }}
      >
        <Card
          ref={editor}
          component="section"
          aria-label={t`Editor`}
          sx={{ p: { xs: 1.5, sm: 2 }, minWidth: 0, display: isNarrow && view === "preview" ? "none" : "block" }}
        >
          <Parts part={part} onPart={(next) => whenComplete(() => setPart(next))} />
          <Box role="tabpanel" id={`panel-${part}`} aria-labelledby={`tab-${part}`}>
            {part === "fields" ? (
              <FieldsEditor design={design} zone={zone} findings={findings} opened={opened} onOpen={setOpened} />
            ) : part === "general" ? (
              <GeneralEditor design={design} zone={zone} findings={findings} />
            ) : part === "look" ? (
              <LookEditor design={design} findings={findings} />
            ) : part === "barcode" ? (
              <BarcodeEditor design={design} findings={findings} />
            ) : part === "when" ? (
              <WhenEditor design={design} zone={zone} findings={findings} now={openedAt} />
            ) : (
              <LanguagesEditor design={design} language={language} onLanguage={setLanguage} />
            )}
          </Box>
        </Card>
        <Stack
          sx={{
            gap: 2,
            minWidth: 0,
            position: { lg: "sticky" },
            top: { lg: 88 },
            display: isNarrow && view === "edit" ? "none" : "flex",
          }}
        >
          <Preview content={resolved(draft.content, values)} zone={zone} language={language} onLanguage={setLanguage} />
          <SampleEditor content={draft.content} sample={sample} values={values} onChange={setSample} />
          <Findings
            findings={findings}
            isChecked={!check.isPending && !check.isFetching}
            onOpen={(path) => whenComplete(() => open(path))}
          />
          <Losses losses={check.data?.losses ?? []} />
        </Stack>
      </Box>
      {dialog === "versions" ? (
        <VersionsDialog
          template={template}
          isChanged={isChanged}
          onClose={() => setDialog(null)}
          onRestored={onReload}
        />
      ) : null}
      {dialog === "import" ? <ImportPassesDialog template={template} onClose={() => setDialog(null)} /> : null}
      {dialog === "make" ? <MakePassDialog template={template} onClose={() => setDialog(null)} /> : null}
      {dialog === "publish" ? (
        <PublishDialog
          template={template}
          findings={findings}
          onSave={() => (isChanged ? keep(revision) : Promise.resolve(revision))}
          onOpen={(path) => {
            setDialog(null);
            open(path);
          }}
          onClose={() => setDialog(null)}
        />
      ) : null}
      <LeaveGuard isChanged={isChanged}>
        <Trans>You have unsaved changes to this template.</Trans>
      </LeaveGuard>
    </>
  );
}

function Parts({ part, onPart }: { part: Part; onPart: (part: Part) => void }) {
  const parts: readonly { part: Part; label: string }[] = [
    { part: "fields", label: t`Fields` },
    { part: "general", label: t`General` },
    { part: "look", label: t`Look` },
    { part: "barcode", label: t`Barcode` },
    { part: "when", label: t`Dates and places` },
    { part: "languages", label: t`Languages` },
  ];
  return (
    <Tabs
      value={part}
      onChange={(_, next: Part) => onPart(next)}
      variant="scrollable"
      allowScrollButtonsMobile
      aria-label={t`Parts of the pass`}
      sx={{ mb: 2, borderBottom: 1, borderColor: "divider" }}
    >
      {parts.map((it) => (
        <Tab key={it.part} value={it.part} label={it.label} id={`tab-${it.part}`} aria-controls={`panel-${it.part}`} />
      ))}
    </Tabs>
  );
}

function stateText(isChanged: boolean, template: PassTemplate): string {
  if (isChanged) {
    return t`Unsaved changes`;
  }
  if (template.published_version === null) {
    return t`Draft, not published yet`;
  }
  return template.has_changes
    ? t`Draft with changes since version ${template.published_version}`
    : t`Version ${template.published_version} is published`;
}

/** Returns the linter's findings, or the errors of a draft that the server rejects. */
function findingsOf(error: unknown, findings: readonly LintFinding[] | undefined): readonly LintFinding[] {
  if (!(error instanceof ApiError)) {
    return findings ?? [];
  }
  return Object.entries(error.fields).map(([field, message]) => ({
    severity: "error",
    rule: "refused",
    field: field.replace(/^content\./, ""),
    message: `${field.split(".").at(-1) ?? field} ${message}`,
  }));
}
