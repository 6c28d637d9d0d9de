import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ExportWall } from "@/features/content/walls/components/export-wall";
import type { Wall } from "@/features/content/walls/types";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

test("after a failure, pictures can be packed again without reopening the dialog", async () => {
  let tries = 0;
  vi.spyOn(calls, "POST").mockImplementation((path: string) => {
    if (path.endsWith("/export")) {
      tries += 1;
      return Promise.resolve({ data: { job_id: `job_${tries}` }, response: new Response() });
    }
    const job =
      tries === 1
        ? { job_id: "job_1", state: "failed", error: "The disk was full." }
        : { job_id: "job_2", state: "done", done: 3, total: 3, result: { key: "org/pack.zip", pictures: 3 } };
    return Promise.resolve({ data: job, response: new Response() });
  });
  renderApp(<ExportWall wall={{ wall_id: "wall_1", shown: 3 } as Wall} onDone={() => undefined} />);

  fireEvent.click(screen.getByRole("button", { name: "Create ZIP file" }));
  expect(await screen.findByText("The disk was full.")).toBeVisible();
  fireEvent.click(await screen.findByRole("button", { name: "Retry" }));

  expect(await screen.findByRole("button", { name: "Download" })).toBeEnabled();
  expect(screen.queryByText("The disk was full.")).toBeNull();
  expect(tries).toBe(2);
});
