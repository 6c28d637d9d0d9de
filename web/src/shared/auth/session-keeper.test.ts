import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api, onTokenJudged, setTokenSource } from "@/shared/api/client";
import { LOGIN_REQUIRED } from "@/shared/auth/auth-problems";
import { storeToken, storeUser } from "@/shared/auth/stored-session";
import type { Session } from "@/shared/auth/session";
import { SessionKeeper } from "@/shared/auth/session-keeper";
import { sessionOf } from "@/shared/testing/render";

const NOWHERE = { search: "" };

beforeEach(() => localStorage.clear());

afterEach(() => {
  setTokenSource(() => Promise.resolve(null));
  onTokenJudged(undefined);
});

function keep(token = "t", sub = "auth|ada") {
  storeUser("user", { sub, name: "Ada", email: "ada@b.example" });
  storeToken("token", token, Date.now() / 1000 + 3600);
}

/** Sends a request with the current token; the response arrives when the test decides. */
async function ask(
  path: "/v1/get-org-data" | "/v1/get-field-options" = "/v1/get-org-data",
): Promise<(status: number) => Promise<void>> {
  let answer: (response: Response) => void = () => undefined;
  const fetching = vi.fn(() => new Promise<Response>((resolve) => (answer = resolve)));
  const asked = api.POST(path, { body: {}, fetch: fetching });
  await vi.waitFor(() => expect(fetching).toHaveBeenCalled());
  return async (status) => {
    answer(new Response("{}", { status }));
    await asked;
  };
}

test("a stored session is available at once, with its user", () => {
  keep();
  expect(new SessionKeeper(NOWHERE).session()).toMatchObject({ status: "authenticated", user: { name: "Ada" } });
});

test("without a stored session, or with a response of the identity provider, the client is waited for", () => {
  expect(new SessionKeeper(NOWHERE).session().status).toBe("loading");
  keep();
  expect(new SessionKeeper({ search: "?code=c&state=s" }).session().status).toBe("loading");
});

test("the client's session takes precedence, and an identical one changes nothing", () => {
  keep();
  const keeper = new SessionKeeper(NOWHERE);
  const listener = vi.fn();
  keeper.subscribe(listener);
  const before = keeper.session();
  keeper.update(sessionOf({ status: "loading" }));
  keeper.update(sessionOf({ status: "authenticated", user: before.user }));
  expect(keeper.session()).toBe(before);
  expect(listener).not.toHaveBeenCalled();
  keeper.update(sessionOf());
  expect(keeper.session()).toMatchObject({ status: "anonymous", user: null });
  expect(listener).toHaveBeenCalledOnce();
});

test("a login requested before the client is loaded starts once it is", () => {
  const keeper = new SessionKeeper(NOWHERE);
  const login = vi.fn<Session["login"]>();
  keeper.session().login("/admin/my-codes");
  expect(login).not.toHaveBeenCalled();
  keeper.update(sessionOf({ status: "loading", login }));
  expect(login).toHaveBeenCalledExactlyOnceWith("/admin/my-codes");
  keeper.session().login();
  expect(login).toHaveBeenCalledTimes(2);
});

test("an ended session is reported until somebody logs in again", () => {
  keep();
  const keeper = new SessionKeeper(NOWHERE);
  keeper.lose(LOGIN_REQUIRED);
  expect(keeper.session().problem).toBe(LOGIN_REQUIRED);
  keeper.update(sessionOf({ status: "authenticated" }));
  expect(keeper.session().problem).toEqual(LOGIN_REQUIRED);
  keeper.session().login();
  expect(keeper.session().problem).toBeNull();
});

test("a login in another tab continues in this one", () => {
  keep();
  const keeper = new SessionKeeper(NOWHERE);
  const stop = keeper.start();
  keeper.lose(LOGIN_REQUIRED);
  dispatchEvent(new Event("focus"));
  expect(keeper.session().problem).toBe(LOGIN_REQUIRED);

  keep("new");
  dispatchEvent(new Event("storage"));
  expect(keeper.session().problem).toBeNull();
  stop();
});

test("an unreachable login service is retried when there is a connection", () => {
  keep();
  const keeper = new SessionKeeper(NOWHERE);
  const stop = keeper.start();
  keeper.lose(LOGIN_REQUIRED);
  dispatchEvent(new Event("online"));
  expect(keeper.session().problem).toBe(LOGIN_REQUIRED);

  keeper.lose({ ...LOGIN_REQUIRED, kind: "unknown" });
  dispatchEvent(new Event("online"));
  expect(keeper.session().problem).toBeNull();
  stop();
});

test("a logout and a new login in another tab continue in this one", () => {
  keep();
  const keeper = new SessionKeeper(NOWHERE);
  const stop = keeper.start();
  localStorage.clear();
  dispatchEvent(new Event("storage"));
  keeper.lose(LOGIN_REQUIRED);
  keeper.update(sessionOf({ status: "anonymous" }));
  expect(keeper.session().problem).toEqual(LOGIN_REQUIRED);

  keep("new");
  dispatchEvent(new Event("storage"));
  expect(keeper.session()).toMatchObject({ status: "authenticated", user: { name: "Ada" }, problem: null });
  stop();
});

test("a screen stays while there is no session to continue with, whatever is tried", () => {
  keep();
  const keeper = new SessionKeeper(NOWHERE);
  localStorage.clear();
  keeper.lose(LOGIN_REQUIRED);
  keeper.update(sessionOf({ status: "anonymous" }));
  keeper.session().resume();
  expect(keeper.session().problem).toEqual(LOGIN_REQUIRED);
  keeper.session().login();
  expect(keeper.session().problem).toEqual(LOGIN_REQUIRED);
});

test("when another person logs in, the earlier screens reload and use none of their tokens", async () => {
  keep();
  const startOver = vi.fn();
  const keeper = new SessionKeeper(NOWHERE, startOver);
  const stop = keeper.start();
  keep("of somebody else", "auth|bob");
  const fetching = vi.fn();
  await expect(api.POST("/v1/get-org-data", { body: {}, fetch: fetching })).rejects.toThrow(
    "Another user has logged in",
  );
  expect(startOver).toHaveBeenCalledOnce();
  expect(fetching).not.toHaveBeenCalled();

  keeper.update(sessionOf({ status: "authenticated" }));
  keeper.session().resume();
  expect(keeper.session()).toMatchObject({ user: { name: "Ada" }, problem: { kind: "somebody_else" } });
  expect(startOver).toHaveBeenCalledOnce();
  keeper.session().login();
  expect(startOver).toHaveBeenCalledTimes(2);
  stop();
});

test("another person's login is noticed as soon as it happens, with or without an earlier problem", () => {
  for (const isLost of [true, false]) {
    keep();
    const startOver = vi.fn();
    const keeper = new SessionKeeper(NOWHERE, startOver);
    const stop = keeper.start();
    if (isLost) {
      localStorage.clear();
      keeper.lose(LOGIN_REQUIRED);
      keeper.update(sessionOf({ status: "anonymous" }));
    }
    keep("of somebody else", "auth|bob");
    dispatchEvent(new Event("storage"));
    expect(startOver).toHaveBeenCalledOnce();
    expect(keeper.session().problem?.kind).toBe("somebody_else");
    stop();
  }
});

test("a temporary refusal ends with the next accepted request, and a refusal of an earlier token is ignored", async () => {
  keep();
  const keeper = new SessionKeeper(NOWHERE);
  const stop = keeper.start();
  const late = await ask();
  await (
    await ask()
  )(401);
  expect(keeper.session().problem).toBe(LOGIN_REQUIRED);
  await (
    await ask()
  )(500);
  expect(keeper.session().problem).toBe(LOGIN_REQUIRED);
  await (
    await ask()
  )(200);
  expect(keeper.session()).toMatchObject({ status: "authenticated", problem: null });

  keep("new");
  await late(401);
  expect(keeper.session().problem).toBeNull();
  await (
    await ask()
  )(401);
  expect(keeper.session().problem).toBe(LOGIN_REQUIRED);
  stop();
});

test("a public response does not clear the report of an ended session", async () => {
  keep();
  const keeper = new SessionKeeper(NOWHERE);
  const stop = keeper.start();
  await (
    await ask()
  )(401);
  await (
    await ask("/v1/get-field-options")
  )(200);
  expect(keeper.session().problem).toBe(LOGIN_REQUIRED);
  await (
    await ask()
  )(200);
  expect(keeper.session().problem).toBeNull();
  stop();
});

test("a late response to an earlier token does not make the current one valid", async () => {
  keep();
  const keeper = new SessionKeeper(NOWHERE);
  const stop = keeper.start();
  const late = await ask();
  keep("new");
  await (
    await ask()
  )(401);
  await late(200);
  expect(keeper.session().problem).toBe(LOGIN_REQUIRED);
  stop();
});

test("a logout before the client is loaded does not redirect to the login once it is", () => {
  keep();
  const startOver = vi.fn();
  const keeper = new SessionKeeper(NOWHERE, startOver);
  const stop = keeper.start();
  const logout = vi.fn();
  keeper.session().logout();
  keeper.update(sessionOf({ status: "loading", logout }));
  expect(logout).toHaveBeenCalledOnce();
  keeper.update(sessionOf({ status: "anonymous" }));
  expect(keeper.session().status).toBe("authenticated");

  const shown = new Event("pageshow");
  dispatchEvent(Object.assign(shown, { persisted: true }));
  expect(startOver).toHaveBeenCalledOnce();
  stop();
});
