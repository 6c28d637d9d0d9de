import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import AddIcon from "@mui/icons-material/Add";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useEffect, useRef, useState } from "react";
import type { LintFinding } from "@/features/wallet/designer/api/templates";
import { DRAGGED, FieldCard, ZONE_NAMES } from "@/features/wallet/designer/components/field-card";
import { FieldFindings } from "@/features/wallet/designer/components/findings";
import { type PassDesign, stepOf, ZONES } from "@/features/wallet/designer/use-pass-design";
import { inZone, type PassZone } from "@/shared/wallet/pass-content";

const MOST_FIELDS = 20;

interface FieldsEditorProps {
  design: PassDesign;
  zone: string;
  findings: readonly LintFinding[];
  opened: string | null;
  onOpen: (key: string | null) => void;
}

/** The fields of a pass by zone. */
export function FieldsEditor({ design, zone, findings, opened, onOpen }: FieldsEditorProps) {
  const { content } = design.draft;
  const root = useRef<HTMLDivElement>(null);
  const stepped = useRef<string | null>(null);
  const [announcement, setAnnouncement] = useState("");
  useEffect(() => {
    // In another zone the field is another element, so the focus moves to the same arrow there.
    const mark = stepped.current;
    stepped.current = null;
    if (mark !== null) {
      const arrows = root.current?.querySelectorAll<HTMLElement>("[data-step]") ?? [];
      [...arrows].find((it) => it.dataset["step"] === mark)?.focus();
    }
  }, [content.fields]);
  const step = (key: string, by: 1 | -1) => {
    const to = stepOf(content.fields, key, by);
    if (to !== undefined) {
      stepped.current = `${key} ${by === 1 ? "down" : "up"}`;
      design.move(key, to.zone, to.place);
      setAnnouncement(t`${t(ZONE_NAMES[to.zone])}, place ${to.place + 1}`);
    }
  };
  const isFull = content.fields.length >= MOST_FIELDS;
  return (
    <Stack ref={root} sx={{ gap: 2.5 }}>
      <Box role="status" sx={HIDDEN}>
        {announcement}
      </Box>
      <Box data-path="fields">
        <FieldFindings findings={findings.filter((it) => it.field === "fields")} />
      </Box>
      {ZONES.map((it) => (
        <Zone key={it} name={t(ZONE_NAMES[it])} onReceive={(key) => design.move(key, it, content.fields.length)}>
          {inZone(content, it).map((field, place) => (
            <FieldCard
              key={field.key}
              field={field}
              design={design}
              zone={zone}
              findings={findings.filter((found) => found.field === `fields.${field.key}`)}
              isOpen={opened === field.key}
              onOpen={(isOpen) => onOpen(isOpen ? field.key : null)}
              onStep={(by) => step(field.key, by)}
              onReceive={(key) => (key === field.key ? undefined : design.move(key, it, place))}
            />
          ))}
          {isFull ? null : <AddField zone={it} onAdd={() => onOpen(design.addField(it, t`New field`))} />}
        </Zone>
      ))}
    </Stack>
  );
}

function AddField({ zone, onAdd }: { zone: PassZone; onAdd: () => void }) {
  return (
    <Box component="li">
      <Button size="small" startIcon={<AddIcon />} onClick={onAdd} aria-label={t`Add field to ${t(ZONE_NAMES[zone])}`}>
        <Trans>Add field</Trans>
      </Button>
    </Box>
  );
}

function Zone({
  name,
  onReceive,
  children,
}: {
  name: string;
  onReceive: (key: string) => void;
  children: React.ReactNode;
}) {
  const [isOver, setIsOver] = useState(false);
  return (
    <Box
      component="section"
      aria-label={name}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes(DRAGGED)) {
          event.preventDefault();
          setIsOver(true);
        }
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        setIsOver(false);
        if (event.dataTransfer.types.includes(DRAGGED)) {
          event.preventDefault();
          onReceive(event.dataTransfer.getData(DRAGGED));
        }
      }}
      sx={{ borderRadius: 2, bgcolor: isOver ? "action.hover" : undefined }}
    >
      <Typography variant="subtitle2" component="h3" sx={{ mb: 0.75 }}>
        {name}
      </Typography>
      <Stack component="ul" sx={{ gap: 1, m: 0, p: 0, listStyle: "none" }}>
        {children}
      </Stack>
    </Box>
  );
}

const HIDDEN = {
  position: "absolute",
  width: "1px",
  height: "1px",
  overflow: "hidden",
  clipPath: "inset(50%)",
} as const;
