import { CertificateSettings } from "@/features/wallet/certificates/components/certificate-settings";
import { GoogleWalletSection } from "@/features/wallet/google/components/google-wallet-section";

export function Component() {
  return (
    <>
      <CertificateSettings />
      <GoogleWalletSection />
    </>
  );
}
