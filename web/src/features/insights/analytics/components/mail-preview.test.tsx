import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { MailPreview } from "@/features/insights/analytics/components/mail-preview";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const MAIL = {
  subject: "Morning: Mon 1 Jun 2026",
  html: "<!doctype html><html><head></head><body><script>window.ran = true</script><a href='/x'>Open the dashboard</a></body></html>",
  text: "Scans: 7",
  period_start: "2026-06-01T00:00:00Z",
  period_end: "2026-06-02T00:00:00Z",
};
const DRAFT = {
  name: "Morning",
  cadence: "day" as const,
  question: { filters: {}, include_bots: false, dimensions_as_of: "current" as const, compare: "previous" as const },
};

function answering(job: unknown) {
  vi.spyOn(calls, "POST").mockImplementation((path: string) => {
    const answers: Record<string, unknown> = {
      "/v1/preview-scheduled-report": MAIL,
      "/v1/send-report-sample": { job_id: "job_1", email: "ana@example.com" },
      "/v1/get-job": job,
    };
    return Promise.resolve({ data: answers[path], response: new Response(null, { status: 200 }) });
  });
  renderApp(<MailPreview draft={DRAFT} onClose={() => undefined} />);
}

afterEach(() => vi.restoreAllMocks());

test.each([
  [{ state: "done", result: { how: "sent" } }, "Sent to ana@example.com."],
  [{ state: "failed", error: "The mail was not sent: no route" }, "The mail was not sent: no route"],
])("a mail is seen, and sent to oneself: %o", async (job, said) => {
  answering(job);
  const frame = await screen.findByTitle<HTMLIFrameElement>(MAIL.subject);
  expect(frame.getAttribute("sandbox")).toBe("allow-same-origin");
  expect(frame.getAttribute("srcdoc")).toContain('<base target="_blank">');

  fireEvent.click(screen.getByRole("button", { name: "Plain text" }));
  expect(screen.getByText(MAIL.text)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Send test email" }));

  expect(await screen.findByText(said)).toBeTruthy();
});
