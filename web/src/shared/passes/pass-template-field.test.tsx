import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { PassTemplateField } from "@/shared/passes/pass-template-field";
import { api } from "@/shared/api/client";
import { renderApp } from "@/shared/testing/render";

const TEMPLATES = [
  { template_id: "ptpl_1", name: "Harbor card", published_version: 1 },
  { template_id: "ptpl_2", name: "Ticket", published_version: null },
];

test("a template is chosen by name, and the field shows if it issues no passes", async () => {
  vi.spyOn(api, "POST").mockImplementation((() =>
    Promise.resolve({ data: { items: TEMPLATES, total: 2 }, response: new Response() })) as never);
  const onChange = vi.fn();
  const shown = renderApp(<PassTemplateField label="Wallet pass" value="" error={false} onChange={onChange} />);
  fireEvent.mouseDown(await screen.findByLabelText("Wallet pass"));
  fireEvent.click(await screen.findByText("Harbor card"));
  expect(onChange).toHaveBeenCalledWith("ptpl_1");
  shown.unmount();

  renderApp(<PassTemplateField label="Wallet pass" value="ptpl_2" error={false} onChange={onChange} />);
  await screen.findByText("This template isn’t published yet, so no passes are given.");
});
