import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import type { CSSProperties } from "react";
import { FAMILIES } from "@/features/content/slips/fonts";
import type { LineElement, SlipElement, TextElement } from "@/features/content/slips/types";

const MM_PER_POINT = 25.4 / 72;

/** Returns the position of an element in pixels. `scale` is pixels per millimetre. */
export function placeOf(element: SlipElement, scale: number): CSSProperties {
  return {
    position: "absolute",
    left: element.x * scale,
    top: element.y * scale,
    width: element.width * scale,
    height: element.height * scale,
    transform: element.rotation ? `rotate(${element.rotation}deg)` : undefined,
  };
}

const TARGET_PX = 24;

/**
 * Returns the same position, enlarged around its centre to the size of a touch target, and the element's position
 * inside.
 */
export function targetOf(element: SlipElement, scale: number): { outer: CSSProperties; inner: CSSProperties } {
  const width = element.width * scale;
  const height = element.height * scale;
  const aside = Math.max(0, (TARGET_PX - width) / 2);
  const above = Math.max(0, (TARGET_PX - height) / 2);
  return {
    outer: {
      ...placeOf(element, scale),
      left: element.x * scale - aside,
      top: element.y * scale - above,
      width: width + 2 * aside,
      height: height + 2 * above,
    },
    inner: { position: "absolute", left: aside, top: above, width, height },
  };
}

interface ElementViewProps {
  element: SlipElement;
  scale: number;
  codeId: string | null;
}

/** An element as it will be printed. */
export function ElementView({ element, scale, codeId }: ElementViewProps) {
  switch (element.type) {
    case "text":
      return <TextView element={element} scale={scale} />;
    case "picture":
      return (
        <img
          src={element.url}
          alt=""
          draggable={false}
          style={{ width: "100%", height: "100%", objectFit: element.fit, display: "block" }}
        />
      );
    case "code":
      return codeId === null ? (
        <Box
          sx={{
            width: "100%",
            height: "100%",
            border: "1px dashed #6f7888",
            bgcolor: "#ffffff",
            color: "#3d4552",
            fontSize: 12,
            display: "grid",
            placeItems: "center",
          }}
        >
          <Trans>Code</Trans>
        </Box>
      ) : (
        <img
          src={`/v1/code-picture/${encodeURIComponent(codeId)}.svg`}
          alt=""
          draggable={false}
          style={{ width: "100%", height: "100%", objectFit: "contain", display: "block" }}
        />
      );
    case "line":
      return <LineView element={element} scale={scale} />;
    case "rectangle":
      return (
        <div
          style={{
            width: "100%",
            height: "100%",
            boxSizing: "border-box",
            background: element.fill ?? undefined,
            border: element.stroke ? `${element.thickness * scale}px solid ${element.stroke}` : undefined,
            borderRadius: element.radius * scale,
          }}
        />
      );
  }
}

function TextView({ element, scale }: { element: TextElement; scale: number }) {
  return (
    <div
      lang={element.language ?? undefined}
      style={{
        fontFamily: FAMILIES[element.font],
        fontSize: element.size * MM_PER_POINT * scale,
        fontWeight: element.weight,
        lineHeight: 1.25,
        color: element.color,
        textAlign: element.align,
        whiteSpace: "pre-wrap",
        overflowWrap: "anywhere",
        lineBreak: "strict",
        unicodeBidi: "plaintext",
        // The printer places letters one by one, without kerning pairs.
        fontKerning: "none",
        fontVariantLigatures: "none",
        fontFeatureSettings: "normal",
      }}
    >
      {element.text}
    </div>
  );
}

function LineView({ element, scale }: { element: LineElement; scale: number }) {
  const isAcross = element.width >= element.height;
  const style = `${Math.max(element.thickness * scale, 0.5)}px ${element.dashed ? "dashed" : "solid"} ${element.color}`;
  const half = -(element.thickness * scale) / 2;
  return (
    <div
      style={
        isAcross
          ? { position: "absolute", left: 0, right: 0, top: "50%", marginTop: half, borderTop: style }
          : { position: "absolute", top: 0, bottom: 0, left: "50%", marginLeft: half, borderLeft: style }
      }
    />
  );
}

/** Returns the elements in their printing order: codes are always on top. */
export function inPrintOrder(elements: readonly SlipElement[]): SlipElement[] {
  return [...elements.filter((it) => it.type !== "code"), ...elements.filter((it) => it.type === "code")];
}
