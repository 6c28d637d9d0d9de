import { storedSubject } from "@/shared/auth/stored-session";

/** States the organisation that a request is about; the server checks that it is the caller's. */
export const ORGANIZATION_HEADER = "Waypost-Organization";

/** The part of an address that chooses an organisation: switching reloads the app with it, and mails may name it. */
const PARAMETER = "organization";
const KEY = "waypost.organization";

interface Stored {
  subject: string | null;
  organization: string;
}

/**
 * What this tab works in. Each tab keeps its own, so that a switch in one changes nothing in another; a new tab
 * begins with that of the tab that was used last.
 */
let chosen: string | null = null;
/** Who was logged in when it was chosen; another person who logs in has chosen nothing. */
let chooser: string | null = null;

/** Takes the organisation from the address, or else from what was kept. Called once, before anything is asked for. */
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

/** The organisation that is stated with each request; null lets the server decide. */
export function chosenOrganization(): string | null {
  const subject = storedSubject();
  chooser ??= subject;
  return subject !== null && subject !== chooser ? null : chosen;
}

/** From now on this tab works in the organisation. Only for one that the server has confirmed, or for a first request. */
export function chooseOrganization(organization: string | null): void {
  chosen = organization;
  chooser = storedSubject();
  keep();
}

/** The tab that is used is the one that new tabs follow. */
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
      // closed to this page: the choice lasts as long as the page
    }
  }
}

/** The address that switches to an organisation. The app is reloaded: nothing that was shown before remains. */
export function switchAddress(organization: string, path = "/admin"): string {
  return `${path}?${PARAMETER}=${encodeURIComponent(organization)}`;
}

function kept(storage: Storage): Stored | null {
  try {
    const stored = JSON.parse(storage.getItem(KEY) ?? "null") as Partial<Stored> | null;
    const subject = storedSubject();
    // What somebody else chose in this browser says nothing.
    const isTheirs = subject === null || stored?.subject == null || stored.subject === subject;
    return isTheirs && typeof stored?.organization === "string"
      ? { subject: stored.subject ?? null, organization: stored.organization }
      : null;
  } catch {
    return null;
  }
}
