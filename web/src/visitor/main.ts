import "./styles.css";
import { openApp } from "./app-link";
import { enhanceLocation } from "./location";
import { enhanceBlocks } from "./blocks";
import { countClicks, countStay, isCounted, isShownAgain, send } from "./collect";
import { enhanceForms } from "./forms";
import { enhancePrivacy } from "./privacy";
import { enhanceVotes } from "./votes";

if (isCounted) {
  if (!isShownAgain) {
    send({ action: "view" });
  }
  countClicks();
  countStay();
}
enhancePrivacy();
const app = document.querySelector<HTMLAnchorElement>("[data-open-app]");
if (app !== null) {
  openApp(app);
}
enhanceForms();
enhanceBlocks();
enhanceVotes();
enhanceLocation();
