import { askAhead } from "@/app/ask-ahead";
import { createQueryClient } from "@/shared/api/query-client";
import { keptToken } from "@/shared/auth/kept-session";
import { loadLoginClient } from "@/shared/auth/load-login-client";
import { loadAppConfig } from "@/shared/config/app-config";

// Evaluated before everything else of the app: what it waits for is on its way while the rest begins.

/** What this installation is set to. */
export const settings = loadAppConfig();
settings.catch(() => undefined); // told where it is used

if (keptToken() === null) {
  loadLoginClient().catch(() => undefined); // told by the session
}

/** The one cache, with the questions of the first screen asked. */
export const queryClient = createQueryClient();
askAhead(queryClient, window.location).catch(() => undefined); // the screen asks again and tells
