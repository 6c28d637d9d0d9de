import { describe, expect, it } from "vitest";
import { CONTENT_KINDS, contentsOf, problemsOf } from "@/features/codes/qr-picture/static-contents";

const kindOf = (name: string) => CONTENT_KINDS.find((it) => it.kind === name) as (typeof CONTENT_KINDS)[number];

describe("contents of a static code", () => {
  it("waits until every required field is filled in", () => {
    expect(contentsOf(kindOf("wifi"), { ssid: " ", password: "welcome-42" })).toBeNull();
    expect(contentsOf(kindOf("wifi"), { ssid: "Guests", security: "WPA", password: " secret word " })).toEqual({
      kind: "wifi",
      ssid: "Guests",
      security: "WPA",
      password: " secret word ",
      hidden: false,
    });
  });

  it("formats numbers and times as the server expects them", () => {
    const local = new Date(2026, 2, 1, 18, 0).toISOString();

    expect(contentsOf(kindOf("place"), { latitude: "48,2", longitude: "16.3" })).toEqual({
      kind: "place",
      latitude: "48.2",
      longitude: "16.3",
    });
    expect(contentsOf(kindOf("event"), { title: "Tasting", starts_at: "2026-03-01T18:00" })).toEqual({
      kind: "event",
      title: "Tasting",
      starts_at: local,
    });
  });

  it("assigns each error to its field", () => {
    const problems = problemsOf(
      {
        "contents.wifi": "Value error, password must have 8 to 63 letters",
        "contents.wifi.ssid": "too long",
        contents: "odd",
      },
      kindOf("wifi"),
    );

    expect(problems).toEqual({ password: "password must have 8 to 63 letters", ssid: "too long", "": "odd" });
  });
});
