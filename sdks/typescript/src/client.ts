import createClient, { type Client } from "openapi-fetch";
import { errorOf, type Problem } from "./errors.ts";
import { repeating, RETRIES, secondsOf, type Retries } from "./retrying.ts";
import type { paths } from "./schema.ts";

/** Who calls which API, and how patiently. */
export interface Options {
  apiKey: string;
  /** Address of the installation, like `https://app.example.com`. */
  baseUrl: string;
  retries?: Partial<Retries>;
  /** Milliseconds for each try. */
  timeout?: number;
  fetch?: typeof fetch;
  sleep?: (milliseconds: number) => Promise<void>;
}

export type Waypost = Client<paths, "application/json">;

/** The API, typed from its own schema. An answer that is no success is thrown as an `ApiError`. */
export function createWaypost(options: Options): Waypost {
  const waypost = createClient<paths, "application/json">({
    baseUrl: options.baseUrl,
    headers: { Authorization: `Bearer ${options.apiKey}` },
    fetch: repeating(
      options.fetch ?? fetch,
      { ...RETRIES, ...options.retries },
      options.timeout ?? 30_000,
      options.sleep ?? ((milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))),
    ),
  });
  waypost.use({
    async onResponse({ response }) {
      if (!response.ok) {
        throw errorOf(response.status, await problemOf(response), secondsOf(response.headers.get("Retry-After")));
      }
    },
  });
  return waypost;
}

async function problemOf(response: Response): Promise<Problem> {
  try {
    return (await response.json()) as Problem;
  } catch {
    return {};
  }
}

/** The body of an answer: `const code = await answerOf(waypost.POST("/v1/qr/create-code", { body }))`. */
export async function answerOf<Body>(call: Promise<{ data?: Body }>): Promise<Body> {
  return (await call).data as Body;
}
