export { TemplatesList as Component } from "@/features/wallet/designer/components/templates-list";
