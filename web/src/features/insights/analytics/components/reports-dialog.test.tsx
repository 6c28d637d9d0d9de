import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ReportsDialog } from "@/features/insights/analytics/components/reports-dialog";
import { speakEnglish, speakPseudo, untranslated } from "@/shared/testing/pseudo-locale";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const REPORT = {
  schedule_id: "rep_1",
  version: 1,
  name: "Weekly",
  question: {},
  cadence: "week",
  weekday: 0,
  month_day: 1,
  hour: 8,
  is_active: true,
  next_run_at: "2026-06-01T08:00:00Z",
  last_run: null,
  recipients: [{ email: "boss@example.com", state: "confirmed" }],
};

test("a scheduled report is deleted only after a confirmation, because its recipients would have to confirm again", async () => {
  const deleted: unknown[] = [];
  vi.spyOn(calls, "POST").mockImplementation(((path: string, { body }: { body: unknown }) => {
    if (path === "/v1/delete-scheduled-report") {
      deleted.push(body);
    }
    return Promise.resolve({ data: { items: [REPORT], sends_mail: true }, response: new Response() });
  }) as never);
  renderApp(<ReportsDialog title="All codes" question={{}} zone="UTC" onClose={vi.fn()} />);

  fireEvent.click(await screen.findByRole("button", { name: "Delete “Weekly”" }));
  const asked = await screen.findByRole("dialog", { name: "Delete “Weekly”?" });
  expect(asked).toHaveTextContent("recipients who are not members must confirm again");
  expect(deleted).toEqual([]);

  fireEvent.click(within(asked).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(deleted).toEqual([{ schedule_id: "rep_1" }]));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Delete “Weekly”?" })).toBeNull());
});

test("the state of a report and of its recipients is translated", async () => {
  speakPseudo();
  const reports = [REPORT, { ...REPORT, schedule_id: "rep_2", is_active: false }].map((report) => ({
    ...report,
    recipients: ["pending", "confirmed", "unsubscribed"].map((state) => ({ email: `${state}@example.com`, state })),
  }));
  vi.spyOn(calls, "POST").mockImplementation(() =>
    Promise.resolve({ data: { items: reports, sends_mail: true }, response: new Response() }),
  );

  renderApp(<ReportsDialog title="1" question={{}} zone="UTC" onClose={vi.fn()} />);
  await screen.findAllByText(/pending@example.com/);

  expect(untranslated(screen.getByRole("dialog"), /Weekly|\w+@example.com|Jun 1, 2026, 8:00\sAM/g)).toEqual([]);
  speakEnglish();
});
