export { CertificateSettings as Component } from "@/features/wallet/certificates/components/certificate-settings";
