import { useLingui } from "@lingui/react/macro";
import { UnstyledButton } from "@mantine/core";

import { chooseLanguage, languageCodes, languageName } from "../../texts/i18n.ts";

import classes from "./language-buttons.module.css";

/** All languages side by side, each in its own words, for where there is room. */
export function LanguageButtons() {
  const { t, i18n } = useLingui();
  return (
    <ul aria-label={t`Language`} className={classes["list"]}>
      {languageCodes.map((language) => (
        <li key={language}>
          <UnstyledButton
            lang={language}
            className={classes["button"] ?? ""}
            aria-pressed={i18n.locale === language}
            onClick={() => void chooseLanguage(language)}
          >
            {languageName(language)}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
