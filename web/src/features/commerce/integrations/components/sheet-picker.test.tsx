import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { SheetPicker } from "@/features/commerce/integrations/components/sheet-picker";
import * as leaving from "@/features/commerce/integrations/leave";
import type { Connection } from "@/shared/integrations/integrations";
import { calls } from "@/shared/testing/calls";
import { renderApp } from "@/shared/testing/render";

test("a member who logged in at Google chooses a spreadsheet there", async () => {
  const leave = vi.spyOn(leaving, "leaveTo").mockImplementation(() => undefined);
  const data = {
    chosen: null,
    sheet: "Submissions",
    spreadsheets: [],
    authorization_url: "https://accounts.example/pick",
  };
  vi.spyOn(calls, "POST").mockResolvedValue({ data, response: new Response() });
  const connection = { account: "ana@harbor.example", scopes: ["drive.file"], settings: {}, version: 1 };
  renderApp(<SheetPicker connection={connection as unknown as Connection} mayEdit />);
  fireEvent.click(await screen.findByRole("button", { name: "Pick in Google Drive" }));
  await waitFor(() => expect(leave).toHaveBeenCalledWith("https://accounts.example/pick"));
});
