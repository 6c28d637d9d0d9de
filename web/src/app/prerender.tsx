import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { Component as Login } from "@/app/routes/login";
import { NotFound } from "@/app/routes/not-found";
import { StudioWelcome } from "@/features/content/ai-qr/components/studio-welcome";
import { CardPage } from "@/features/insights/home/components/card-page";
import { HomePage } from "@/features/insights/home/components/home-page";
import { SharePage } from "@/features/insights/home/components/share-page";
import { SiteFrame } from "@/shared/components/site-frame";
import { TourPage } from "@/features/insights/home/components/tour-page";
import { createQueryClient } from "@/shared/api/query-client";
import { type Session, SessionContext } from "@/shared/auth/session";
import type { AppConfig } from "@/shared/config/app-config";
import { AppConfigContext } from "@/shared/config/app-config-context";
import "@/shared/i18n/language";
import { ThemeProvider } from "@/shared/theme/theme-provider";

const ANONYMOUS: Session = {
  status: "anonymous",
  user: null,
  problem: null,
  login: () => undefined,
  logout: () => undefined,
  resume: () => undefined,
};

/**
 * A placeholder that the server replaces with its own address, like the one for the shared code
 * (api/apps/single_page.py).
 */
const SERVER = "https://server.invalid";
const SHARED = "shared-code-here";

const NONE = () => undefined;
const HOME = "Waypost · QR codes and landing pages with analytics you can trust";

/** The screens that new visitors see first, with the title of each, prerendered when the app is built. */
export const START_PAGES: readonly { file: string; path: string; title: string; screen: ReactElement }[] = [
  { file: "home", path: "/", title: HOME, screen: <HomePage /> },
  { file: "tour", path: "/", title: HOME, screen: <TourPage /> },
  { file: "card", path: "/card/1", title: "Card · Waypost", screen: <CardPage /> },
  { file: "share", path: "/share", title: "Share · Waypost", screen: <SharePage codeId="" onCode={NONE} /> },
  { file: "share-code", path: "/share", title: "Share · Waypost", screen: <SharePage codeId={SHARED} onCode={NONE} /> },
  {
    file: "share-nothing",
    path: "/share",
    title: "Share · Waypost",
    screen: <SharePage codeId={`(${SHARED})`} onCode={NONE} />,
  },
  {
    file: "ai-qr",
    path: "/ai-qr",
    title: "Code art · Waypost",
    screen: (
      <SiteFrame>
        <StudioWelcome />
      </SiteFrame>
    ),
  },
  { file: "login", path: "/auth/login", title: "Log in · Waypost", screen: <Login /> },
  { file: "not-found", path: "/nothing", title: "Page not found · Waypost", screen: <NotFound /> },
];

/** Returns the HTML of a screen as a visitor sees it who is not logged in. */
export function prerender({ path, screen }: { path: string; screen: ReactElement }, version: string): string {
  const config: AppConfig = {
    auth: { domain: "", client_id: "", audience: "" },
    version,
    base_url: SERVER,
    tour_host: null,
  };
  return renderToString(
    <AppConfigContext value={config}>
      <ThemeProvider>
        <QueryClientProvider client={createQueryClient()}>
          <SessionContext value={ANONYMOUS}>
            <MemoryRouter initialEntries={[path]}>{screen}</MemoryRouter>
          </SessionContext>
        </QueryClientProvider>
      </ThemeProvider>
    </AppConfigContext>,
  );
}
