import { storedSubject } from "@/shared/auth/stored-session";

/** Names the organisation in which a request acts; the server checks that the caller belongs to it. */
export const ORGANIZATION_HEADER = "Waypost-Organization";

/** The query parameter that chooses an organisation: switching reloads the app with it, and emails may include it. */
const PARAMETER = "organization";
const KEY = "waypost.organization";

interface Stored {
  subject: string | null;
  organization: string;
}

/**
 * The organisation of this tab. Each tab has its own, so that a switch in one changes nothing in another. A new tab
 * starts with that of the tab that was used last.
 */
let chosen: string | null = null;
/** The user who was logged in when the organisation was chosen; the choice does not apply to anyone else. */
let chooser: string | null = null;

/** Reads the organisation from the address, or else from storage. Called once, before the first request. */
export function readChosenOrganization(location: Location = window.location): void {
  const url = new URL(location.href);
  const named = url.searchParams.get(PARAMETER);
  if (named === null || !url.pathname.startsWith("/admin")) {
    const stored = kept(sessionStorage) ?? kept(localStorage);
    chosen = stored?.organization ?? null;
    chooser = stored?.subject ?? storedSubject();
    return;
  }
  url.searchParams.delete(PARAMETER);
  history.replaceState(history.state, "", url);
  chooseOrganization(named);
}

/** The organisation named in each request; null lets the server decide. */
export function chosenOrganization(): string | null {
  const subject = storedSubject();
  chooser ??= subject;
  return subject !== null && subject !== chooser ? null : chosen;
}

/**
 * Makes this tab work in the organisation from now on. Only for one that the server has confirmed, or for a first
 * request.
 */
export function chooseOrganization(organization: string | null): void {
  chosen = organization;
  chooser = storedSubject();
  keep();
}

/** Stores the choice when the tab is used, so that new tabs follow the tab that was used last. */
export function keep(): void {
  const organization = chosenOrganization();
  const stored: Stored | null = organization === null ? null : { subject: chooser, organization };
  for (const storage of [sessionStorage, localStorage]) {
    try {
      if (stored === null) {
        storage.removeItem(KEY);
      } else {
        storage.setItem(KEY, JSON.stringify(stored));
      }
    } catch {
      // storage is not available to this page: the choice lasts as long as the page
    }
  }
}

/**
 * The address that switches to an organisation. It reloads the app, so that nothing of the previous organisation
 * remains on the screen.
 */
export function switchAddress(organization: string, path = "/admin"): string {
  return `${path}?${PARAMETER}=${encodeURIComponent(organization)}`;
}

function kept(storage: Storage): Stored | null {
  try {
    const stored = JSON.parse(storage.getItem(KEY) ?? "null") as Partial<Stored> | null;
    const subject = storedSubject();
    // Another person's choice in this browser is ignored.
    const isTheirs = subject === null || stored?.subject == null || stored.subject === subject;
    return isTheirs && typeof stored?.organization === "string"
      ? { subject: stored.subject ?? null, organization: stored.organization }
      : null;
  } catch {
    return null;
  }
}
