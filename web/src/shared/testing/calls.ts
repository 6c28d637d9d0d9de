import { api } from "@/shared/api/client";

type Call = (path: string, options?: { body?: unknown; params?: unknown; headers?: unknown }) => Promise<unknown>;

/** The API as tests spy on it, without the types of its paths, which are too many for a mock. */
export const calls = api as unknown as Record<"GET" | "POST" | "PUT" | "DELETE", Call>;
