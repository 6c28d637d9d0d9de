import { expect, test } from "vitest";
import { cornerStyle, withAllCorners, withCorner } from "@/features/codes/qr-picture/corners";
import { patched } from "@/features/codes/qr-picture/merge-patch";
import { fileAddress, fileName, sizeProblem } from "@/features/codes/qr-picture/picture-file";
import { withBrand, withPreset, PRESETS } from "@/features/codes/qr-picture/presets";
import { PLAIN_DESIGN } from "@/shared/codes/plain-design";

test("a size is limited to what the format supports", () => {
  expect(sizeProblem("png", "px", 512)).toBeNull();
  expect(sizeProblem("png", "px", 12_000)).toContain("10000 px");
  expect(sizeProblem("svg", "px", 12_000)).toBeNull();
  expect(sizeProblem("pdf", "mm", 900)).toBeNull();
  expect(sizeProblem("png", "mm", 900)).toContain("846 mm");
  expect(sizeProblem("eps", "mm", Number.NaN)).toContain("At least");
});

test("the address of a file contains its kind and size, and its name is that of the code", () => {
  expect(fileAddress("abc", "pdf", "mm", 30)).toBe("/v1/code-picture/abc.pdf?width_mm=30");
  expect(fileAddress("abc", "png", "px", 512)).toBe("/v1/code-picture/abc.png?size=512");
  expect(fileName("Table tent, Élan", "eps")).toBe("table-tent-elan.eps");
  expect(fileName("扫", "svg")).toBe("code.svg");
});

test("the fix of a warning changes only the fields that it contains", () => {
  const design = {
    ...PLAIN_DESIGN,
    logo: { image: "data:image/png;base64,AA==", size: 0.3, excavate: false, padding: 1, plate: "none" as const },
  };
  const mended = patched(design, { error_correction: "H", foreground_gradient: null, logo: { size: 0.2 } });
  expect(mended.logo).toEqual({ ...design.logo, size: 0.2 });
  expect(mended.error_correction).toBe("H");
  expect(mended.foreground).toBe(PLAIN_DESIGN.foreground);
});

test("one corner can be changed alone, or all of them together", () => {
  const one = withCorner(PLAIN_DESIGN, "top_left", { ball: "heart", ball_color: "#b3300c" });
  expect(cornerStyle(one, "top_left")).toEqual({
    frame: "square",
    ball: "heart",
    frame_color: null,
    ball_color: "#b3300c",
  });
  expect(cornerStyle(one, "top_right").ball).toBe("square");
  const all = withAllCorners(one, { eye_ball: "circle" });
  expect(cornerStyle(all, "top_left")).toEqual({
    frame: "square",
    ball: "circle",
    frame_color: null,
    ball_color: "#b3300c",
  });
  expect(withCorner(all, "top_left", null).eyes).toBeNull();
});

test("a preset keeps the logo and the frame", () => {
  const frame = { shape: "ticket" as const, text: "Menu", second_text: "", color: "#123456", text_color: "#ffffff" };
  for (const { design } of PRESETS) {
    expect(withPreset({ ...PLAIN_DESIGN, frame }, design).frame).toEqual(frame);
  }
  expect(withBrand({ ...PLAIN_DESIGN, frame }, "#8e1450", null).frame?.color).toBe("#8e1450");
});
