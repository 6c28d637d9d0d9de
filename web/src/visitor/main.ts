import "./styles.css";
import { enhanceLocation } from "./location";
import { enhanceBlocks } from "./blocks";
import { codeId, countClicks, countStay, send } from "./collect";
import { offerChoice } from "./consent";
import { enhanceForms } from "./forms";
import { enhanceVotes } from "./votes";

if (codeId !== undefined) {
  send({ action: "view" });
  countClicks();
  countStay();
}
const consent = document.querySelector("[data-consent]");
if (consent !== null) {
  offerChoice(consent);
}
enhanceForms();
enhanceBlocks();
enhanceVotes();
enhanceLocation();
