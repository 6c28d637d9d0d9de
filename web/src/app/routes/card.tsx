import { CardPage } from "@/features/insights/home/components/card-page";

export const Component = CardPage;
