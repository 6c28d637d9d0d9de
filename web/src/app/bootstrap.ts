import { prefetchScreen } from "@/app/prefetch";
import { createQueryClient } from "@/shared/api/query-client";
import { storedToken } from "@/shared/auth/stored-session";
import { keep, readChosenOrganization } from "@/shared/auth/chosen-organization";
import { loadLoginClient } from "@/shared/auth/load-login-client";
import { loadAppConfig } from "@/shared/config/app-config";
import { languageFor, speak } from "@/shared/i18n/language";

// Evaluated before the rest of the app, so that its requests are in flight while the rest loads.

readChosenOrganization();
for (const sign of ["focus", "pageshow"]) {
  addEventListener(sign, keep);
}

/** The texts in the first of the browser's preferred languages that is available. */
export const texts = speak(languageFor(navigator.languages));

/** The settings of this installation. */
export const settings = loadAppConfig();
settings.catch(() => undefined); // reported where it is used

if (storedToken() === null) {
  loadLoginClient().catch(() => undefined); // reported by the session
}

/** The query cache, with the queries of the first screen prefetched. */
export const queryClient = createQueryClient();
prefetchScreen(queryClient, window.location).catch(() => undefined); // the screen fetches again and shows the error
