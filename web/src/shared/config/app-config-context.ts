import { createContext, useContext } from "react";
import type { AppConfig } from "@/shared/config/app-config";

export const AppConfigContext = createContext<AppConfig | null>(null);

/** The settings of this installation. */
export function useAppConfig(): AppConfig {
  const config = useContext(AppConfigContext);
  if (config === null) {
    throw new Error("useAppConfig needs AppConfigContext above it");
  }
  return config;
}
