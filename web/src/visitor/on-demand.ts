/** Enhances polls, tickets, notifications and cards; the code of each is loaded only on pages that have it. */
export function enhanceOnDemand(): void {
  if (document.querySelector("form[data-poll]") !== null) {
    void import("./votes").then(({ enhanceVotes }) => enhanceVotes());
  }
  if (document.querySelector("[data-ticket]") !== null) {
    void import("./ticket").then(({ enhanceTicket }) => enhanceTicket());
  }
  if (document.querySelector("[data-push]") !== null) {
    void import("./push").then(({ enhancePush }) => enhancePush());
  }
  if (document.querySelector("[data-card]") !== null) {
    void import("./card").then(({ keepCard, enhanceHolds, watchExpiry }) => {
      enhanceHolds();
      watchExpiry();
      return keepCard();
    });
  }
}
