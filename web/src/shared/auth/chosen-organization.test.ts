import { beforeEach, expect, test, vi } from "vitest";
import { api } from "@/shared/api/client";
import {
  chosenOrganization,
  chooseOrganization,
  keep,
  ORGANIZATION_HEADER,
  readChosenOrganization,
  switchAddress,
} from "@/shared/auth/chosen-organization";
import { storeToken, storeUser } from "@/shared/auth/stored-session";

const IN_AN_HOUR = Date.now() / 1000 + 3600;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  storeToken("entry", "token", IN_AN_HOUR);
  storeUser("entry", { sub: "ana" });
  chooseOrganization(null);
});

function at(address: string): Location {
  return new URL(address, "https://go.example") as unknown as Location;
}

test("each request names the chosen organisation", async () => {
  const sent: (string | null)[] = [];
  vi.stubGlobal("fetch", (request: Request) => {
    sent.push(request.headers.get(ORGANIZATION_HEADER));
    return Promise.resolve(Response.json({}));
  });
  await api.POST("/v1/get-org-data", { body: {} });
  chooseOrganization("org_a");
  await api.POST("/v1/get-org-data", { body: {} });
  expect(sent).toEqual([null, "org_a"]);
});

test("an address chooses the organisation once, and the parameter is then removed", () => {
  const replace = vi.spyOn(history, "replaceState").mockImplementation(() => undefined);
  readChosenOrganization(at(`${switchAddress("org_b", "/admin/my-codes")}&tag=x`));
  expect(chosenOrganization()).toBe("org_b");
  expect(replace.mock.calls[0]?.[2]?.toString()).toBe("https://go.example/admin/my-codes?tag=x");
});

test("a tab keeps its organisation when another tab switches, and a new tab follows the tab that was used last", () => {
  chooseOrganization("org_a");
  localStorage.setItem("waypost.organization", JSON.stringify({ subject: "ana", organization: "org_b" }));
  readChosenOrganization(at("/admin"));
  expect(chosenOrganization()).toBe("org_a");

  sessionStorage.clear();
  readChosenOrganization(at("/admin"));
  expect(chosenOrganization()).toBe("org_b");

  chooseOrganization("org_a");
  localStorage.setItem("waypost.organization", JSON.stringify({ subject: "ana", organization: "org_b" }));
  keep();
  sessionStorage.clear();
  readChosenOrganization(at("/admin"));
  expect(chosenOrganization()).toBe("org_a");
});

test("another person's choice in this browser is ignored", () => {
  chooseOrganization("org_a");
  storeUser("entry", { sub: "ben" });
  readChosenOrganization(at("/admin"));
  expect(chosenOrganization()).toBeNull();
});
