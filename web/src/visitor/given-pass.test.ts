import { expect, test } from "vitest";
import { offerPass } from "./given-pass";

const APPLE = { label: "Add to Apple Wallet", url: "/card/pass_1/pass.pkpass", badge: null };
const GOOGLE = { ...APPLE, label: "Add to Google Wallet", url: "/card/pass_1/google" };

test("a pass is offered with the buttons in order, its page, and the link to continue", () => {
  document.body.innerHTML = '<div class="wp-done"><p data-thanks>Thanks</p></div>';
  const done = document.querySelector(".wp-done") as HTMLElement;
  const given = { url: "/card/pass_1", label: "Show your pass", buttons: [GOOGLE, APPLE] };

  offerPass(done, given, "https://harbor.example/menu");
  offerPass(done, given, "https://harbor.example/menu");

  const links = [...done.querySelectorAll("a")].map((it) => [it.textContent, it.getAttribute("href")]);
  expect(links).toEqual([
    ["Add to Google Wallet", "/card/pass_1/google"],
    ["Add to Apple Wallet", "/card/pass_1/pass.pkpass"],
    ["Show your pass", "/card/pass_1"],
    ["harbor.example", "https://harbor.example/menu"],
  ]);
});

test("the vendor's own badge replaces the text", () => {
  document.body.innerHTML = '<div class="wp-done"></div>';
  const done = document.querySelector(".wp-done") as HTMLElement;
  const buttons = [{ ...APPLE, badge: "data:image/svg+xml;base64,AAAA" }];

  offerPass(done, { url: "/card/pass_1", label: "Show your pass", buttons }, null);

  expect(done.querySelector("img")?.alt).toBe("Add to Apple Wallet");
  expect(done.querySelector("a")?.textContent).toBe("");
});
