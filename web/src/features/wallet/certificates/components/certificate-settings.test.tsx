import { fireEvent, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { CertificateSettings } from "@/features/wallet/certificates/components/certificate-settings";
import { ApiError } from "@/shared/api/errors";
import { renderApp, sessionOf } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const OWN = {
  passTypeIdentifier: "pass.com.harbor.card",
  teamIdentifier: "HARBOR1234",
  is_development: false,
  expires_at: "2099-01-01T00:00:00Z",
  expires_soon: false,
  signs_new_passes: true,
};

afterEach(() => vi.restoreAllMocks());

function serving(items: unknown[], role = "admin") {
  return vi.spyOn(calls, "POST").mockImplementation((path: string) => {
    if (path === "/v1/save-pass-certificate") {
      return Promise.reject(
        new ApiError({ status: 422, code: "invalid", message: "No", fields: { password: "The password is wrong." } }),
      );
    }
    const data = path === "/v1/get-org-data" ? { org_id: "org_1", role, time_zone: "UTC" } : { items };
    return Promise.resolve({ data, response: new Response() });
  });
}

function show() {
  renderApp(
    <MemoryRouter>
      <CertificateSettings />
    </MemoryRouter>,
    sessionOf({ status: "authenticated" }),
  );
}

test("development passes show a warning that phones reject them", async () => {
  serving([{ ...OWN, is_development: true }]);
  show();
  expect(await screen.findByText(/phones reject them/)).toBeVisible();
});

test("certificates that expire soon or have expired show a warning", async () => {
  serving([
    { ...OWN, expires_soon: true },
    { ...OWN, passTypeIdentifier: "pass.com.harbor.old", signs_new_passes: false, expires_at: "2020-01-01T00:00:00Z" },
  ]);
  show();
  expect(await screen.findByText("Expires soon: renew it at Apple")).toBeVisible();
  expect(screen.getByText("Expired: upload a renewed one")).toBeVisible();
  expect(screen.queryByText(/phones reject them/)).toBeNull();
});

test("a wrong password is reported at its field, and the files are sent in base64", async () => {
  const post = serving([OWN]);
  show();
  fireEvent.click(await screen.findByRole("button", { name: "Upload certificate" }));
  fireEvent.click(screen.getByRole("button", { name: "Save certificate" }));
  expect(screen.getAllByText("Choose a file")).toHaveLength(2);

  fireEvent.change(screen.getByLabelText("Pass Type ID certificate"), {
    target: { files: [new File(["ab"], "pass.p12")] },
  });
  fireEvent.change(screen.getByLabelText("Apple’s intermediate certificate"), {
    target: { files: [new File(["c"], "g4.cer")] },
  });
  fireEvent.click(screen.getByRole("button", { name: "Save certificate" }));
  expect(await screen.findByText("The password is wrong.")).toBeVisible();
  expect(post).toHaveBeenCalledWith(
    "/v1/save-pass-certificate",
    expect.objectContaining({ body: { certificate: "YWI=", issuer: "Yw==", password: null } }),
  );
});

test("members who are not admins see certificates but cannot upload any", async () => {
  serving([OWN], "viewer");
  show();
  expect(await screen.findByText("pass.com.harbor.card")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Upload certificate" })).toBeNull();
});
