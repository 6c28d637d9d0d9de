import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { LogoFields } from "@/features/codes/qr-picture/components/logo-fields";
import type { Design } from "@/features/codes/qr-picture/types";
import { PLAIN_DESIGN } from "@/shared/codes/plain-design";
import { renderApp, sessionOf } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const REFUSED = "The logo must not hold scripts.";
const GOOD = "data:image/png;base64,R09PRA==";

beforeEach(() => {
  vi.spyOn(calls, "POST").mockImplementation(((_: string, { body }: { body: { design: Design } }) => {
    const refusal = {
      status: 422,
      code: "bad_logo",
      message: REFUSED,
      errors: [{ field: "design.logo.image", message: "must not hold scripts" }],
    };
    return Promise.resolve(
      body.design.logo?.image === GOOD
        ? { data: {}, response: new Response() }
        : { error: refusal, response: new Response("", { status: 422 }) },
    );
  }) as never);
});

function Fields() {
  const [design, setDesign] = useState<Design>(PLAIN_DESIGN);
  return <LogoFields design={design} onChange={setDesign} />;
}

function choose(content: string, name: string, type: string) {
  fireEvent.change(screen.getByLabelText("Logo file"), { target: { files: [new File([content], name, { type })] } });
}

test("a logo that cannot be rendered is rejected where it was chosen, and the previous one stays", async () => {
  renderApp(<Fields />, sessionOf({ status: "authenticated" }));
  choose("GOOD", "logo.png", "image/png");
  await waitFor(() => expect(screen.getByAltText("Your logo")).toHaveAttribute("src", GOOD));

  choose("<svg><script/></svg>", "logo.svg", "image/svg+xml");
  expect(await screen.findByRole("alert")).toHaveTextContent(REFUSED);
  expect(screen.getByAltText("Your logo")).toHaveAttribute("src", GOOD);

  fireEvent.click(screen.getByRole("button", { name: "Remove" }));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("an empty file is rejected as a logo, and so is an SVG that is too large", async () => {
  renderApp(<Fields />, sessionOf({ status: "authenticated" }));
  choose("", "logo.png", "image/png");
  expect(await screen.findByRole("alert")).toHaveTextContent("This file is empty.");
  choose("x".repeat(200_001), "logo.svg", "image/svg+xml");
  await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent("below 200 KB"));
});
