import "./styles.css";
import { openApp } from "./app-link";
import { enhanceLocation } from "./location";
import { enhanceBlocks } from "./blocks";
import { countClicks, countStay, isCounted, isShownAgain, send } from "./collect";
import { enhanceForms } from "./forms";
import { followPrivacyChoice } from "./kept-answers";
import { enhancePrivacy } from "./privacy";

if (isCounted) {
  if (!isShownAgain) {
    send({ action: "view" });
  }
  countClicks();
  countStay();
}
followPrivacyChoice();
enhancePrivacy();
const app = document.querySelector<HTMLAnchorElement>("[data-open-app]");
if (app !== null) {
  openApp(app);
}
enhanceForms();
enhanceBlocks();
if (document.querySelector("form[data-poll]") !== null) {
  void import("./votes").then(({ enhanceVotes }) => enhanceVotes());
}
if (document.querySelector("[data-ticket]") !== null) {
  void import("./ticket").then(({ enhanceTicket }) => enhanceTicket());
}
if (document.querySelector("[data-push]") !== null) {
  void import("./push").then(({ enhancePush }) => enhancePush());
}
enhanceLocation();
if (document.querySelector("[data-card]") !== null) {
  void import("./card").then(({ keepCard, enhanceHolds, watchExpiry }) => {
    enhanceHolds();
    watchExpiry();
    return keepCard();
  });
}
