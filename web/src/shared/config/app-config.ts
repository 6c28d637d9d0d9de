import { z } from "zod";

const appConfigSchema = z.object({
  auth: z.object({
    domain: z.string().min(1),
    client_id: z.string().min(1),
    audience: z.string().min(1),
  }),
  version: z.string(),
  base_url: z.url(),
  tour_host: z.string().nullish(),
  map_tiles: z.object({ url: z.string().min(1), attribution: z.string() }).nullish(),
});

export type AppConfig = z.infer<typeof appConfigSchema>;

/** What this installation is set to; the one thing asked for before anything is drawn. */
export async function loadAppConfig(): Promise<AppConfig> {
  const response = await fetch("/app-config.json", { headers: { Accept: "application/json" } });
  if (!response.ok) {
    throw new Error(`The settings could not be read (${response.status}).`);
  }
  return appConfigSchema.parse(await response.json());
}
