/** The parts of Stripe.js that are used here. https://docs.stripe.com/js */
interface PaymentElement {
  mount: (place: HTMLElement) => void;
  destroy: () => void;
  on: (event: "ready" | "loaderror", listen: () => void) => void;
}

interface Elements {
  create: (kind: "payment") => PaymentElement;
}

export interface StripeJs {
  elements: (options: { clientSecret: string; appearance: { theme: "stripe" | "night" } }) => Elements;
  confirmPayment: (options: {
    elements: Elements;
    confirmParams: { return_url: string };
    redirect: "if_required";
  }) => Promise<{ error?: { message?: string } }>;
}

declare global {
  interface Window {
    Stripe?: (key: string) => StripeJs;
  }
}

/** The release of Stripe.js that matches the API version of the server's SDK. */
const ADDRESS = "https://js.stripe.com/endive/stripe.js";

/** Loads Stripe.js from Stripe at the time of a payment, because Stripe forbids copies. */
export async function loadStripe(key: string): Promise<StripeJs> {
  if (window.Stripe === undefined) {
    await new Promise<void>((resolve, reject) => {
      const script = document.createElement("script");
      script.src = ADDRESS;
      script.addEventListener("load", () => resolve());
      script.addEventListener("error", () => {
        script.remove();
        reject(new Error("Stripe.js"));
      });
      document.head.append(script);
    });
  }
  if (window.Stripe === undefined) {
    throw new Error("Stripe.js");
  }
  return window.Stripe(key);
}
