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
enhanceLocation();
// Features that few pages have are loaded only on those pages.
if (document.querySelector("form[data-poll],[data-ticket],[data-push],[data-card]") !== null) {
  void import("./on-demand").then(({ enhanceOnDemand }) => enhanceOnDemand());
}
