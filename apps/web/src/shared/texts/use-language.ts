import { useLingui } from "@lingui/react/macro";
import type { Language } from "@verandah/contract/language.ts";

import { isLanguage } from "./i18n.ts";

/** The language that is shown. */
export function useLanguage(): Language {
  const { i18n } = useLingui();
  return isLanguage(i18n.locale) ? i18n.locale : "en";
}
