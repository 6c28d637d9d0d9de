import { queryOptions, useQuery } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";
import { ApiError } from "@/shared/api/errors";
import type { components } from "@/shared/api/schema";
import { chooseOrganization, chosenOrganization, switchAddress } from "@/shared/auth/chosen-organization";
import { useSession } from "@/shared/auth/session";

export type Role = components["schemas"]["Role"];

/** The current user's organisation; empty texts while nobody is logged in. */
export interface Organization {
  org_id: string;
  org_name: string;
  organization_logo: string;
  role: string;
}

const NONE: Organization = { org_id: "", org_name: "", organization_logo: "", role: "" };

/** The four roles, weakest first. */
export const ROLES: readonly Role[] = ["viewer", "editor", "admin", "owner"];

export const organizationQuery = queryOptions({
  queryKey: ["organization"],
  queryFn: async ({ signal }) => {
    const organization = await answerOf(api.POST("/v1/get-org-data", { body: {}, signal }));
    if (chosenOrganization() !== organization.org_id) {
      chooseOrganization(organization.org_id); // stated from now on, whatever else one joins
    }
    return organization;
  },
  staleTime: 5 * 60_000,
  meta: { blocking: true },
});

/** All organisations of the logged-in person. */
export const ownOrganizationsQuery = queryOptions({
  queryKey: ["own-organizations"],
  queryFn: async ({ signal }) => (await answerOf(api.POST("/v1/list-organizations", { signal }))).items,
  staleTime: 60_000,
});

/** An organisation of the logged-in person, with their role there. */
export type OwnOrganization = components["schemas"]["OwnOrganizationItem"];

/** Reloads the app in another organisation; the browser asks about unsaved changes. */
export function switchOrganization(orgId: string, path?: string): void {
  window.location.assign(switchAddress(orgId, path));
}

/** The organisation's settings: name, time zone, preferences. */
export function useOrganizationData() {
  const { status } = useSession();
  return useQuery({ ...organizationQuery, enabled: status === "authenticated" });
}

/** Whether the logged-in person belongs to no organisation yet. */
export function useIsNewcomer(): boolean {
  const { error } = useOrganizationData();
  return error instanceof ApiError && error.code === "no_organization";
}

/** The current user's organisation; empty values until it is loaded. */
export function useOrganization(): Organization {
  return useOrganizationData().data ?? NONE;
}

/** Whether a role has at least the permissions of `needed`. */
export function reaches(role: string, needed: Role): boolean {
  return ROLES.findIndex((name) => name === role) >= ROLES.indexOf(needed);
}
