import { useLingui } from "@lingui/react/macro";
import { Group, UnstyledButton } from "@mantine/core";

import { chooseLanguage, type Language, languages } from "../i18n.ts";
import classes from "./language-buttons.module.css";

/** All languages side by side, each in its own words, for where there is room. */
export function LanguageButtons() {
  const { t, i18n } = useLingui();
  return (
    <Group gap={2} role="group" aria-label={t`Language`}>
      {(Object.keys(languages) as Language[]).map((language) => (
        <UnstyledButton
          key={language}
          lang={language}
          className={classes["button"] ?? ""}
          aria-pressed={i18n.locale === language}
          onClick={() => void chooseLanguage(language)}
        >
          {languages[language]}
        </UnstyledButton>
      ))}
    </Group>
  );
}
