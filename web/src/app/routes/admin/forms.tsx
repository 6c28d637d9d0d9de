export { FormsList as Component } from "@/features/content/forms/components/forms-list";
