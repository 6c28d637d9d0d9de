export { LANGUAGES, languageName } from "@/shared/i18n/visitor-languages";
