import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import type { Exception } from "@zxing/library";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { loadReader } from "@/features/promotions/rewards/barcode-reader";

const RESTART_MS = 500;
const NO_CODE = /^(Checksum|Format|NotFound)Exception$/;

/** Whether the reader found no code in a frame that it could process, so that it continues with the next one. */
const hasNoCode = (error: Partial<Exception> | undefined) => NO_CODE.test(error?.getKind?.() ?? "");

/** What keeps the camera from being used: https://w3c.github.io/mediacapture-main/#dom-mediadevices-getusermedia */
function problemOf(error: unknown): string {
  switch (error instanceof DOMException ? error.name : undefined) {
    case "NotAllowedError":
      return t`Camera access is blocked. Allow it in your browser’s settings, or type the number.`;
    case "NotReadableError":
    case "AbortError":
      return t`The camera can’t be used at the moment. Close other apps that use it, or type the number.`;
    default:
      return t`No camera was found. Type the number instead.`;
  }
}

interface ScannerProps {
  onRead: (text: string) => void;
  onClose: () => void;
}

/** The camera, until it has read a QR code or another barcode of a pass. */
export function Scanner({ onRead, onClose }: ScannerProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const read = useEffectEvent(onRead);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isStopped = false;
    const isOver = () => isStopped;
    const fail = (error: unknown) => {
      if (!isOver()) {
        setProblem(problemOf(error));
      }
    };
    const start = async () => {
      const reader = await loadReader().catch(() => null);
      if (isOver() || video.current === null) {
        return;
      }
      if (reader === null) {
        setProblem(t`The scanner can’t be loaded without a connection. Type the number instead.`);
        return;
      }
      const constraints = { video: { facingMode: { ideal: "environment" } } };
      const controls = await reader.decodeFromConstraints(constraints, video.current, (result, error, scanning) => {
        if (isOver()) {
          return;
        }
        if (result !== undefined) {
          isStopped = true;
          scanning.stop();
          read(result.getText());
        } else if (!hasNoCode(error)) {
          // After a frame that it cannot process, the reader stops and releases the camera.
          setTimeout(() => void start().catch(fail), RESTART_MS);
        }
      });
      stop = () => controls.stop();
      if (isOver()) {
        stop();
      }
    };
    start().catch(fail);
    return () => {
      isStopped = true;
      stop?.();
    };
  }, []);
  return (
    <Stack spacing={1.5}>
      {problem === null ? (
        <Box
          component="video"
          ref={video}
          muted
          playsInline
          aria-label={t`Camera`}
          sx={{ width: "100%", aspectRatio: "1", objectFit: "cover", borderRadius: 2, bgcolor: "common.black" }}
        />
      ) : (
        <Alert severity="warning">{problem}</Alert>
      )}
      <Button onClick={onClose}>
        <Trans>Close the camera</Trans>
      </Button>
    </Stack>
  );
}
