import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import PrintOutlinedIcon from "@mui/icons-material/PrintOutlined";
import SaveOutlinedIcon from "@mui/icons-material/SaveOutlined";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router";
import { slipQuery, useUpdateSlip } from "@/features/content/slips/api/slips";
import { DesignBar } from "@/features/content/slips/components/design-bar";
import { ElementProperties } from "@/features/content/slips/components/element-properties";
import { SlipCanvas } from "@/features/content/slips/components/slip-canvas";
import { SlipProperties } from "@/features/content/slips/components/slip-properties";
import { copyOf } from "@/features/content/slips/new-elements";
import { draftOf, type Slip } from "@/features/content/slips/types";
import { useDesign } from "@/features/content/slips/use-design";
import { isEditConflict } from "@/shared/api/errors";
import { LeaveGuard } from "@/shared/components/leave-guard";
import { PageHeader } from "@/shared/components/page-header";
import { SaveConflict } from "@/shared/components/save-conflict";
import { useToasts } from "@/shared/components/toasts";
import { paths } from "@/shared/config/paths";

/** The slip designer: the position of elements, their style, and the slip's code. */
export function SlipDesigner({ slip }: { slip: Slip }) {
  const cache = useQueryClient();
  const [round, setRound] = useState(0);
  const reload = async () => {
    await cache.refetchQueries({ queryKey: slipQuery(slip.slip_id).queryKey }, { throwOnError: true });
    setRound((now) => now + 1);
  };
  return <Designer key={round} slip={slip} onReload={reload} />;
}

interface DesignerProps {
  slip: Slip;
  /** Starts over with the server's version. */
  onReload: () => Promise<void>;
}

function Designer({ slip, onReload }: DesignerProps) {
  const [initial] = useState(() => draftOf(slip));
  const design = useDesign(initial);
  const [saved, setSaved] = useState(initial);
  const [version, setVersion] = useState(slip.version);
  const [warnings, setWarnings] = useState(slip.warnings);
  const [selected, setSelected] = useState<string | null>(null);
  const [snaps, setSnaps] = useState(true);
  const update = useUpdateSlip(slip.slip_id);
  const navigate = useNavigate();
  const toasts = useToasts();
  const hasTouch = useMediaQuery("(pointer: coarse)");
  const { draft } = design;
  const isChanged = draft !== saved;
  const selectedElement = draft.elements.find((it) => it.id === selected);

  const isConflict = isEditConflict(update.error);

  const save = async (over: number | null = version): Promise<boolean> => {
    try {
      const saved = await update.mutateAsync({ ...draft, version: over });
      // Rendered at once: printing right after saving must not warn about unsaved changes.
      flushSync(() => {
        setSaved(draft);
        setVersion(saved.version);
        setWarnings(saved.warnings);
      });
      return true;
    } catch (error) {
      if (!isEditConflict(error)) {
        toasts.error(error);
      }
      return false;
    }
  };
  const say = (isSaved: boolean) => (isSaved ? toasts.success(t`Saved.`) : undefined);
  const duplicate = () => {
    if (selectedElement) {
      const copy = copyOf(draft, selectedElement);
      design.add(copy);
      setSelected(copy.id);
    }
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isElsewhere =
      event.target instanceof HTMLElement && event.target.closest("input, textarea, [role=dialog]") !== null;
    if (!(event.ctrlKey || event.metaKey) || isElsewhere) {
      return;
    }
    const key = event.key.toLowerCase();
    if (key === "z") {
      event.preventDefault();
      if (event.shiftKey) {
        design.redo();
      } else {
        design.undo();
      }
    } else if (key === "y") {
      event.preventDefault();
      design.redo();
    } else if (key === "d" && selectedElement) {
      event.preventDefault();
      duplicate();
    }
  });
  useEffect(() => {
    // Registered on the document, because a deleted element takes the focus with it, and deletions are what users undo.
    const onKey = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);

  return (
    <>
      <PageHeader
        title={t`Design slip`}
        subtitle={isChanged ? t`${draft.name}, unsaved changes` : draft.name}
        actions={
          <>
            <Button
              variant="outlined"
              startIcon={<SaveOutlinedIcon />}
              disabled={!isChanged || draft.name.trim() === ""}
              loading={update.isPending}
              loadingPosition="start"
              onClick={() => void save().then(say)}
            >
              <Trans>Save</Trans>
            </Button>
            <Button
              variant="contained"
              startIcon={<PrintOutlinedIcon />}
              disabled={update.isPending}
              onClick={() => {
                if (isChanged) {
                  void save().then((isSaved) => (isSaved ? navigate(paths.printSlip(slip.slip_id)) : undefined));
                } else {
                  void navigate(paths.printSlip(slip.slip_id));
                }
              }}
            >
              <Trans>Print</Trans>
            </Button>
          </>
        }
      />
      {isConflict ? (
        <Box sx={{ mb: 2 }}>
          <SaveConflict
            what="slip"
            onLoad={onReload}
            onOver={() => void save(null).then(say)}
            isBusy={update.isPending}
          />
        </Box>
      ) : null}
      <Box
        sx={{
          display: "grid",
          gap: 3,
          gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 1fr) 320px" },
          alignItems: "start",
        }}
      >
        <Box sx={{ minWidth: 0 }}>
          <DesignBar design={design} snaps={snaps} onSnaps={setSnaps} onSelect={setSelected} />
          <Box sx={{ bgcolor: "action.hover", borderRadius: 3, p: { xs: 1.5, sm: 3 } }}>
            <SlipCanvas design={design} selected={selected} onSelect={setSelected} snaps={snaps} />
          </Box>
          <Typography variant="body2" color="textSecondary" sx={{ mt: 1.5 }}>
            {hasTouch
              ? t`Tap an element, then drag it or set its position below.`
              : t`Drag elements, or select one with Tab and move it with the arrow keys: Shift for larger steps, Alt to resize, Delete to remove.`}
          </Typography>
          {warnings.length > 0 && !isChanged ? (
            <Stack spacing={1} sx={{ mt: 2 }}>
              {warnings.map((warning) => (
                <Alert key={warning} severity="warning">
                  {warning}
                </Alert>
              ))}
            </Stack>
          ) : null}
        </Box>
        <Card
          component="section"
          aria-label={t`Properties`}
          sx={{ p: 2.5, position: { md: "sticky" }, top: { md: 88 } }}
        >
          {selectedElement ? (
            <>
              <ElementProperties
                key={selectedElement.id}
                element={selectedElement}
                onChange={(values, field) =>
                  design.changeElement(selectedElement.id, values, `${field} ${selectedElement.id}`)
                }
                onShift={(by) => design.shift(selectedElement.id, by)}
                onCopy={duplicate}
                onRemove={() => {
                  design.remove(selectedElement.id);
                  setSelected(null);
                }}
              />
              <Button size="small" sx={{ mt: 2 }} onClick={() => setSelected(null)}>
                <Trans>Slip properties</Trans>
              </Button>
            </>
          ) : (
            <SlipProperties design={design} onSelect={setSelected} />
          )}
        </Card>
      </Box>
      <LeaveGuard isChanged={isChanged}>
        <Trans>You have unsaved changes to this slip.</Trans>
      </LeaveGuard>
    </>
  );
}
