import { CardPage } from "@/features/home/components/card-page";

export const Component = CardPage;
