import * as z from "zod/mini"; // every start of the app waits for it

const text = z.string().check(z.minLength(1));

const appConfigSchema = z.object({
  auth: z.object({
    domain: text,
    client_id: text,
    audience: text,
  }),
  version: z.string(),
  base_url: z.url(),
  tour_host: z.nullish(z.string()),
  paints_prompts: z.nullish(z.boolean()),
  map_tiles: z.nullish(z.object({ url: text, attribution: z.string() })),
});

export type AppConfig = z.infer<typeof appConfigSchema>;

/** Loads the settings of this installation. It is the only request before the first render. */
export async function loadAppConfig(): Promise<AppConfig> {
  const response = await fetch("/app-config.json", { headers: { Accept: "application/json" } });
  if (!response.ok) {
    throw new Error(`The settings couldn’t be loaded (${response.status}).`);
  }
  return appConfigSchema.parse(await response.json());
}
