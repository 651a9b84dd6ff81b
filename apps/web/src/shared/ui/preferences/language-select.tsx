import { useLingui } from "@lingui/react/macro";
import { NativeSelect } from "@mantine/core";

import { chooseLanguage, isLanguage, languageCodes, languageName } from "../../texts/i18n.ts";

/** The languages in the phone's own list. */
export function LanguageSelect() {
  const { t, i18n } = useLingui();
  return (
    <NativeSelect
      aria-label={t`Language`}
      w={110}
      value={i18n.locale}
      onChange={({ currentTarget: { value } }) => isLanguage(value) && void chooseLanguage(value)}
      data={languageCodes.map((value) => ({ value, label: languageName(value) }))}
    />
  );
}
