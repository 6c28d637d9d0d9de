import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { GoogleWalletSection } from "@/features/wallet/google/components/google-wallet-section";
import { ApiError } from "@/shared/api/errors";
import { renderApp, sessionOf } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const OWN = {
  source: "own",
  issuer_id: "3388000000012345678",
  email: "passes@harbor.iam.gserviceaccount.com",
  project: "harbor",
  key_id: "0f0f",
  saved_at: "2026-11-01T12:00:00Z",
  checked_at: null,
  problem: null,
  key_expires_at: null,
  expires_soon: false,
  passes: 2,
  waiting: 1,
};

afterEach(() => vi.restoreAllMocks());

function serving(account: unknown, role = "admin") {
  return vi.spyOn(calls, "POST").mockImplementation((path: string) => {
    if (path === "/v1/save-google-wallet-account") {
      const fields = { service_account: "The file is not JSON." };
      return Promise.reject(new ApiError({ status: 422, code: "invalid", message: "No", fields }));
    }
    const answers: Record<string, unknown> = {
      "/v1/get-org-data": { role, time_zone: "UTC" },
      "/v1/get-google-wallet-account": account,
      "/v1/check-google-wallet-account": { works: false, code: "google_key_refused", message: "Google refuses it." },
      "/v1/remove-google-wallet-account": { removed: true },
    };
    return Promise.resolve({ data: answers[path], response: new Response() });
  });
}

function show() {
  renderApp(
    <MemoryRouter>
      <GoogleWalletSection />
    </MemoryRouter>,
    sessionOf({ status: "authenticated" }),
  );
}

test("without an account it explains that links are for development", async () => {
  serving({ ...OWN, source: "development", issuer_id: "", email: "", key_id: "", saved_at: null });
  show();
  expect(await screen.findByText(/signed for development only/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Add service account" })).toBeVisible();
});

test("an account shows its state and pending changes, and can be tested and removed", async () => {
  const post = serving(OWN);
  show();
  expect(await screen.findByText("3388000000012345678")).toBeVisible();
  expect(
    screen.getByText(/2 passes have links to Google Wallet. The latest change to 1 pass is on its way./),
  ).toBeVisible();

  await userEvent.click(screen.getByRole("button", { name: "Test key" }));
  expect(await screen.findByText("Google refuses it.")).toBeVisible();

  await userEvent.click(screen.getByRole("button", { name: "Remove" }));
  await userEvent.click(await screen.findByRole("button", { name: "Remove" }));
  expect(post).toHaveBeenCalledWith("/v1/remove-google-wallet-account", expect.anything());
});

test("a key that expires soon shows until when it is valid", async () => {
  serving({ ...OWN, checked_at: "2026-11-02T12:00:00Z", key_expires_at: "2026-12-24T12:00:00Z", expires_soon: true });
  show();
  expect(await screen.findByText(/This key expires soon/)).toBeVisible();
  expect(screen.getByText("Key valid until")).toBeVisible();
});

test("a broken key file shows an error at its field", async () => {
  const post = serving(OWN);
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Replace key" }));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(screen.getByText("Choose the key file")).toBeVisible();

  await userEvent.upload(screen.getByLabelText("Choose JSON key file"), new File(["{}"], "key.json"));
  expect(await screen.findByText("key.json")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("The file is not JSON.")).toBeVisible();
  expect(post).toHaveBeenCalledWith("/v1/save-google-wallet-account", {
    body: { service_account: "{}", issuer_id: "3388000000012345678" },
  });
});

test("only admins can change the account; others just see it", async () => {
  serving({ ...OWN, problem: "Permission denied on issuer." }, "viewer");
  show();
  expect(await screen.findByText(/Permission denied/)).toBeVisible();
  expect(screen.queryByRole("button")).toBeNull();
});
