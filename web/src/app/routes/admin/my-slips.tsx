export { SlipsList as Component } from "@/features/content/slips/components/slips-list";
