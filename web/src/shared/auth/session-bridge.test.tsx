import { useAuth0 } from "@auth0/auth0-react";
import { render } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { TokenSource } from "@/shared/api/client";
import { storeToken } from "@/shared/auth/stored-session";
import { SessionBridge } from "@/shared/auth/login-client";

vi.mock("@auth0/auth0-react", async (original) => ({ ...(await original<object>()), useAuth0: vi.fn() }));

beforeEach(() => localStorage.clear());

function tokens(): TokenSource {
  const client = {
    isLoading: false,
    isAuthenticated: false,
    getAccessTokenSilently: () => Promise.resolve("by the client"),
  };
  vi.mocked(useAuth0).mockReturnValue(client as never);
  const onTokens = vi.fn<(source: TokenSource) => void>();
  render(<SessionBridge onSession={() => undefined} onLost={() => undefined} onTokens={onTokens} />);
  return onTokens.mock.lastCall?.[0] ?? (() => Promise.reject(new Error("It said nothing")));
}

test("a person unknown to the client has no token until somebody logs in in another tab", async () => {
  const source = tokens();
  expect(await source()).toBeNull();

  storeToken("token", "new", Date.now() / 1000 + 3600);
  expect(await source()).toBe("by the client");
});
