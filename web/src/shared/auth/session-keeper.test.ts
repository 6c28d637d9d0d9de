import { beforeEach, expect, test, vi } from "vitest";
import { LOGIN_REQUIRED } from "@/shared/auth/auth-problems";
import type { Session } from "@/shared/auth/session";
import { SessionKeeper } from "@/shared/auth/session-keeper";
import { sessionOf } from "@/shared/testing/render";

const NOWHERE = { search: "" };

beforeEach(() => localStorage.clear());

function keep(token = "t") {
  localStorage.setItem(
    "@@auth0spajs@@::client::https://api.example::openid profile",
    JSON.stringify({ body: { access_token: token }, expiresAt: Date.now() / 1000 + 3600 }),
  );
  localStorage.setItem("@@auth0spajs@@::client::@@user@@", JSON.stringify({ decodedToken: { user: { name: "Ada", email: "ada@b.example" } } }));
}

test("a kept session is there at once, with whom it belongs to", () => {
  keep();
  expect(new SessionKeeper(NOWHERE).session()).toMatchObject({ status: "authenticated", user: { name: "Ada" } });
});

test("without one, and with an answer of the identity provider, the client is waited for", () => {
  expect(new SessionKeeper(NOWHERE).session().status).toBe("loading");
  keep();
  expect(new SessionKeeper({ search: "?code=c&state=s" }).session().status).toBe("loading");
});

test("the client's word holds, and the same word changes nothing", () => {
  keep();
  const keeper = new SessionKeeper(NOWHERE);
  const listener = vi.fn();
  keeper.subscribe(listener);
  const before = keeper.session();
  keeper.hear(sessionOf({ status: "loading" }));
  keeper.hear(sessionOf({ status: "authenticated", user: before.user }));
  expect(keeper.session()).toBe(before);
  expect(listener).not.toHaveBeenCalled();
  keeper.hear(sessionOf());
  expect(keeper.session()).toMatchObject({ status: "anonymous", user: null });
  expect(listener).toHaveBeenCalledOnce();
});

test("who wants to log in before the client is there goes when it is", () => {
  const keeper = new SessionKeeper(NOWHERE);
  const login = vi.fn<Session["login"]>();
  keeper.session().login("/admin/my-codes");
  expect(login).not.toHaveBeenCalled();
  keeper.hear(sessionOf({ status: "loading", login }));
  expect(login).toHaveBeenCalledExactlyOnceWith("/admin/my-codes");
  keeper.session().login();
  expect(login).toHaveBeenCalledTimes(2);
});

test("a session that ended says so until somebody logs in again", () => {
  keep();
  const keeper = new SessionKeeper(NOWHERE);
  keeper.lose(LOGIN_REQUIRED);
  expect(keeper.session().problem).toBe(LOGIN_REQUIRED);
  keeper.hear(sessionOf({ status: "authenticated" }));
  expect(keeper.session().problem).toEqual(LOGIN_REQUIRED);
  keeper.session().login();
  expect(keeper.session().problem).toBeNull();
});

test("whoever logs in in another tab goes on in this one", () => {
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

test("a login service that could not be reached is asked again when there is a connection", () => {
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
