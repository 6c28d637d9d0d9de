import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import Typography from "@mui/material/Typography";
import { type ReactNode, useId, useState } from "react";
import { ColorFields } from "@/features/codes/qr-picture/components/color-fields";
import { CornerFields } from "@/features/codes/qr-picture/components/corner-fields";
import { FrameFields } from "@/features/codes/qr-picture/components/frame-fields";
import { LogoFields } from "@/features/codes/qr-picture/components/logo-fields";
import { PresetList } from "@/features/codes/qr-picture/components/preset-list";
import { PrintFields } from "@/features/codes/qr-picture/components/print-fields";
import { ShapePicker } from "@/features/codes/qr-picture/components/shape-picker";
import { ModulePicture } from "@/features/codes/qr-picture/components/small-pictures";
import { MODULE_NAMES } from "@/features/codes/qr-picture/shape-names";
import type { DesignProps } from "@/features/codes/qr-picture/types";

const PARTS: readonly { name: string; fields: (props: DesignProps) => ReactNode }[] = [
  { name: "Styles", fields: PresetList },
  { name: "Shapes", fields: ShapeFields },
  { name: "Colours", fields: ColorFields },
  { name: "Logo", fields: LogoFields },
  { name: "Frame", fields: FrameFields },
  { name: "Print", fields: PrintFields },
];

/** All settings of a code's design. The server renders the result in the preview next to it. */
export function PictureDesigner({ design, onChange, problem }: DesignProps & { problem?: string }) {
  const id = useId();
  const [part, setPart] = useState(0);
  const Fields = PARTS[part]?.fields;
  return (
    <Box
      component="section"
      aria-labelledby={`${id}-title`}
      sx={{ border: 1, borderColor: problem ? "error.main" : "divider", borderRadius: 2 }}
    >
      <Typography id={`${id}-title`} variant="subtitle1" component="h2" sx={{ px: 2, pt: 1.5 }}>
        <Trans>Design</Trans>
      </Typography>
      <Tabs
        value={part}
        onChange={(_, next: number) => setPart(next)}
        variant="scrollable"
        scrollButtons={false}
        aria-label={t`Design options`}
        sx={{ borderBottom: 1, borderColor: "divider", px: 1, "& .MuiTab-root": { minWidth: 0, px: 1.5 } }}
      >
        {PARTS.map(({ name }, index) => (
          <Tab key={name} label={name} id={`${id}-tab-${index}`} aria-controls={`${id}-panel`} />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${part}`} sx={{ p: 2 }}>
        {Fields ? <Fields design={design} onChange={onChange} /> : null}
      </Box>
      {problem ? (
        <Typography variant="body2" color="error" role="alert" sx={{ px: 2, pb: 1.5 }}>
          {problem}
        </Typography>
      ) : null}
    </Box>
  );
}

function ShapeFields({ design, onChange }: DesignProps) {
  return (
    <Stack spacing={2.5}>
      <ShapePicker
        label={t`Modules`}
        names={MODULE_NAMES}
        value={design.modules}
        onChange={(modules) => onChange({ ...design, modules })}
        draw={(shape) => <ModulePicture shape={shape} />}
      />
      <CornerFields design={design} onChange={onChange} />
    </Stack>
  );
}
