import type { Entry } from "./protocol";

const POSITION_MS = 15_000;

/** The values of the fields before a play. */
export function entryOf(form: HTMLFormElement): Entry {
  const answers: Record<string, string | number> = {};
  const entry: Entry = {};
  for (const [field, value] of new FormData(form)) {
    const [part, name] = field.split(".", 2);
    if (typeof value !== "string" || value.trim() === "") {
      continue;
    }
    if (part === "answers" && name !== undefined && name !== "phone") {
      answers[name] = name === "age" ? Number(value) : value.trim();
    } else if (part === "name") {
      entry.name = value.trim();
    } else if (part === "player_seed") {
      entry.player_seed = value.trim();
    }
  }
  if (Object.keys(answers).length > 0) {
    entry.answers = answers;
  }
  return entry;
}

/** The position of the visitor; undefined if it is not available, in which case the server responds with an error. */
export function positionOf(): Promise<Entry["position"]> {
  return new Promise((done) => {
    if (!("geolocation" in navigator)) {
      done(undefined);
      return;
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => done({ latitude, longitude, accuracy }),
      () => done(undefined),
      { enableHighAccuracy: true, timeout: POSITION_MS, maximumAge: 60_000 },
    );
  });
}
