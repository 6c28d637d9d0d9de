import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { AudienceSettings } from "@/features/content/pages/editor/audience-settings";
import { HistoryDialog } from "@/features/content/pages/editor/history-dialog";
import type { PageRead } from "@/features/content/pages/types";
import { calls } from "@/shared/testing/calls";
import { renderApp, sessionOf } from "@/shared/testing/render";

const VERSION = { version: 1, is_draft: false, is_published: true, created_at: "2026-07-01T20:30:00Z" };
/** A day ahead of UTC in the evening, wherever the tests run. */
const ZONE = "Pacific/Kiritimati";

beforeEach(() => {
  vi.spyOn(calls, "POST").mockImplementation((path: string) =>
    Promise.resolve({
      data: path === "/v1/get-org-data" ? { org_id: "org_1", time_zone: ZONE, role: "owner" } : { items: [VERSION] },
      response: new Response(),
    }),
  );
});

test("earlier versions of a page have the time of the organisation", async () => {
  const page = { page_id: "page_1" } as PageRead;
  renderApp(
    <HistoryDialog page={page} isSaved onClose={() => undefined} onRestored={() => Promise.resolve()} />,
    sessionOf({ status: "authenticated" }),
  );

  expect(await screen.findByText(/^Jul 2, 2026, 10:30\sAM$/)).toBeVisible();
});

test("the times of a block are typed and shown in the time zone of the organisation", async () => {
  const changed = vi.fn();
  function Settings() {
    const [props, setProps] = useState<Record<string, unknown>>({ shown_from: "2026-07-01T20:30:00Z" });
    const change = (name: string, value: unknown) => {
      changed(name, value);
      setProps((now) => ({ ...now, [name]: value }));
    };
    return <AudienceSettings props={props} onChange={change} problemOf={() => undefined} />;
  }
  renderApp(<Settings />, sessionOf({ status: "authenticated" }));

  expect(await screen.findByText(/^Only: from Jul 2, 2026, 10:30\sAM$/)).toBeVisible();
  const from = screen.getByLabelText("From");
  expect(from).toHaveValue("2026-07-02T10:30");
  fireEvent.change(from, { target: { value: "2026-07-02T09:15" } });

  expect(changed).toHaveBeenCalledWith("shown_from", "2026-07-02T09:15:00+14:00");
  expect(from).toHaveValue("2026-07-02T09:15");
});
