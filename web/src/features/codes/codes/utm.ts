import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { components } from "@/shared/api/schema";

export type Utm = Required<components["schemas"]["Utm"]>;

export const UTM_FIELDS: readonly { name: keyof Utm; label: MessageDescriptor; placeholder: string }[] = [
  { name: "source", label: msg`Source`, placeholder: "poster" },
  { name: "medium", label: msg`Medium`, placeholder: "print" },
  { name: "campaign", label: msg`Campaign`, placeholder: "spring-menu" },
  { name: "term", label: msg`Term`, placeholder: "brunch" },
  { name: "content", label: msg`Content`, placeholder: "window" },
];

export const NO_UTM: Utm = { source: "", medium: "", campaign: "", term: "", content: "" };

/** Returns the UTM parameters of an address. */
export function utmOf(address: string): Utm {
  const query = URL.parse(address)?.searchParams;
  const utm = { ...NO_UTM };
  for (const { name } of UTM_FIELDS) {
    utm[name] = query?.get(`utm_${name}`) ?? "";
  }
  return utm;
}

/** Returns the address with these UTM parameters instead of its own. Everything else in it stays exactly as it is. */
export function withUtm(address: string, utm: Utm): string {
  const [front = "", ...fragments] = address.split("#");
  const fragment = fragments.length > 0 ? `#${fragments.join("#")}` : "";
  const [path = "", ...queries] = front.split("?");
  const names = new Set(UTM_FIELDS.map(({ name }) => `utm_${name}`));
  const others = queries
    .join("?")
    .split("&")
    .filter((part) => part !== "" && !names.has([...new URLSearchParams(part).keys()][0] ?? ""));
  const added = UTM_FIELDS.filter(({ name }) => utm[name].trim() !== "").map(({ name }) =>
    new URLSearchParams([[`utm_${name}`, utm[name].trim()]]).toString(),
  );
  const query = [...others, ...added].join("&");
  return `${path}${query === "" ? "" : `?${query}`}${fragment}`;
}

/** Whether at least one value is given. */
export function hasUtm(utm: Utm): boolean {
  return UTM_FIELDS.some(({ name }) => utm[name].trim() !== "");
}
