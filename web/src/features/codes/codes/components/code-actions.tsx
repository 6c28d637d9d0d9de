import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import DownloadIcon from "@mui/icons-material/Download";
import OpenInNewIcon from "@mui/icons-material/OpenInNew";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import type { ReactNode } from "react";
import { CodePicture } from "@/features/codes/codes/components/code-picture";
import { pictureFile } from "@/features/codes/codes/picture-file";
import type { Code } from "@/features/codes/codes/types";
import { CopyButton } from "@/shared/components/copy-button";

/** The picture of a code with its actions: save, copy, test. `children` is added by the route. */
export function PictureWithActions({ code, children }: { code: Code; children?: ReactNode }) {
  const png = pictureFile(code, "png");
  const svg = pictureFile(code, "svg");
  return (
    <Stack spacing={2} sx={{ alignItems: "stretch", width: "100%", maxWidth: 340, mx: "auto" }}>
      <CodePicture src={code.svg_url} name={code.name} size="100%" />
      <Stack direction="row" spacing={1}>
        <Button
          fullWidth
          variant="contained"
          component="a"
          href={png.href}
          download={png.name}
          startIcon={<DownloadIcon />}
        >
          <Trans>PNG</Trans>
        </Button>
        <Button
          fullWidth
          variant="contained"
          component="a"
          href={svg.href}
          download={svg.name}
          startIcon={<DownloadIcon />}
        >
          <Trans>SVG</Trans>
        </Button>
      </Stack>
      {children}
      <Stack direction="row" spacing={1}>
        <CopyButton fullWidth variant="outlined" text={code.url} label={t`Copy link`} />
        <Button
          fullWidth
          variant="outlined"
          component="a"
          href={code.public_url}
          target="_blank"
          rel="noopener"
          startIcon={<OpenInNewIcon />}
        >
          <Trans>Test scan</Trans>
        </Button>
      </Stack>
    </Stack>
  );
}
