import { t } from "@lingui/core/macro";
import { completeAddress } from "@/shared/url/addresses";
import type { components } from "@/shared/api/schema";

export type AppLinks = components["schemas"]["AppLinks"];
export type AppLinkFields = Record<
  "ios_url" | "ios_fallback" | "android_url" | "android_package" | "android_fallback",
  string
>;

/** Returns app links as form fields: texts, empty if nothing is given. */
export function appLinkFields(links: AppLinks | null | undefined): AppLinkFields {
  return {
    ios_url: links?.ios_url ?? "",
    ios_fallback: links?.ios_fallback ?? "",
    android_url: links?.android_url ?? "",
    android_package: links?.android_package ?? "",
    android_fallback: links?.android_fallback ?? "",
  };
}

/** Returns app links as a request contains them, or null if no system has one. */
export function appLinksOf(fields: AppLinkFields): AppLinks | null {
  const text = (value: string) => value.trim() || null;
  const web = (value: string) => completeAddress(value) || null;
  const ios = text(fields.ios_url);
  const android = text(fields.android_url);
  if (ios === null && android === null && text(fields.android_package) === null) {
    return null;
  }
  return {
    ios_url: ios,
    ios_fallback: ios === null ? null : web(fields.ios_fallback),
    android_url: android,
    android_package: text(fields.android_package),
    android_fallback: android === null ? null : web(fields.android_fallback),
  };
}

/** Describes in words which systems open an app. */
export function appLinksInWords(links: AppLinks | null): string {
  if (links?.ios_url && links.android_url) {
    return t`Opens an app on iOS and Android`;
  }
  if (links?.ios_url) {
    return t`Opens an app on iOS`;
  }
  return links?.android_url ? t`Opens an app on Android` : t`No app`;
}
