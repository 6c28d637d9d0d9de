import "./styles.css";
import { openApp } from "./app-link";
import { enhanceLocation } from "./location";
import { enhanceBlocks } from "./blocks";
import { countClicks, countStay, isCounted, send } from "./collect";
import { offerChoice } from "./consent";
import { enhanceForms } from "./forms";
import { enhanceVotes } from "./votes";

if (isCounted) {
  send({ action: "view" });
  countClicks();
  countStay();
}
const consent = document.querySelector<HTMLElement>("[data-consent]");
if (consent !== null) {
  offerChoice(consent);
}
const app = document.querySelector<HTMLAnchorElement>("[data-open-app]");
if (app !== null) {
  openApp(app);
}
enhanceForms();
enhanceBlocks();
enhanceVotes();
enhanceLocation();
