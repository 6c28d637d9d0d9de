import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { SavedPictureCheck } from "@/features/codes/qr-picture/components/saved-picture-check";
import type { Design } from "@/features/codes/qr-picture/types";
import { PLAIN_DESIGN } from "@/shared/codes/plain-design";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const FAINT = {
  code: "contrast",
  message: "The colours are too alike.",
  severity: "high",
  fix: { foreground: "#000000" },
  fix_label: "Darker",
};

/** Applies fixes, as does the screen that fetches the code again. */
function Kept() {
  const [design, setDesign] = useState<Design>({ ...PLAIN_DESIGN, foreground: "#cccccc" });
  const [version, setVersion] = useState(1);
  const keep = (next: Design) => {
    setDesign(next);
    setVersion(version + 1);
  };
  return <SavedPictureCheck codeId="abc" version={version} design={design} onChange={keep} />;
}

test("after a fix, the focus stays where the check shows its new result", async () => {
  let checks = 0;
  vi.spyOn(calls, "POST").mockImplementation(() => {
    checks += 1;
    return Promise.resolve({
      data: { decodes: true, warnings: checks === 1 ? [FAINT] : [] },
      response: new Response(),
    });
  });
  renderApp(<Kept />);
  const fix = await screen.findByRole("button", { name: "Fix it: Darker" });
  fix.focus();
  fireEvent.click(fix);
  const findings = screen.getByRole("group", { name: "Readability" });
  expect(findings).toHaveFocus();
  expect(await screen.findByText(/in a poor photo/)).toBeVisible();
  expect(findings).toHaveFocus();
});
