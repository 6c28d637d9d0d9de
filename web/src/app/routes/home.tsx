import { t } from "@lingui/core/macro";
import { useEffect } from "react";
import { HomePage } from "@/features/insights/home/components/home-page";
import { TourPage } from "@/features/insights/home/components/tour-page";
import { useAppConfig } from "@/shared/config/app-config-context";

/** The front page. The dedicated tour host has its own. */
export function Component() {
  const { tour_host } = useAppConfig();
  useEffect(() => {
    document.title = t`Waypost · QR codes and landing pages with analytics you can trust`;
  }, []);
  return tour_host && window.location.hostname === tour_host ? <TourPage /> : <HomePage />;
}
