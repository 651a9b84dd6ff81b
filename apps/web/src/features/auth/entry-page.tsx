import { useLingui } from "@lingui/react/macro";
import { Group, Stack, Text, UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";

import { chooseLanguage, languageCodes, languageName } from "#shared/texts/i18n.ts";
import { ColorSchemeToggle } from "#shared/ui/preferences/color-scheme-toggle.tsx";

import languageButtonsClasses from "#shared/ui/preferences/language-buttons.module.css";
import classes from "./entry-page.module.css";

/** The split screen of everything before login: tagline left, form right. Source: spec 2 §2 Shell and menu. */
export function EntryPage({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  return (
    <div className={classes["page"]}>
      <section className={classes["story"]} aria-label={t`About Verandah`}>
        <Group gap={10} wrap="nowrap">
          <img src="/favicon.svg" alt="" width={32} height={32} className={classes["mark"]} />
          <Text fw={700} size="lg">
            Verandah
          </Text>
        </Group>
        <div className={classes["picture"]} />
        <Stack gap={6} className={classes["words"] ?? ""}>
          <p className={classes["tagline"]}>{t`A New Dimension to Solar Powered Irrigation`}</p>
          <Text className={classes["line"] ?? ""}>
            {t`Your whole campus on one page: comfort, energy, alarms and pumps, as they are now.`}
          </Text>
        </Stack>
      </section>
      <main className={classes["side"]}>
        <Group justify="flex-end" gap="xs">
          <LanguageButtons />
          <ColorSchemeToggle />
        </Group>
        <div className={classes["form"]}>{children}</div>
      </main>
    </div>
  );
}

/** All languages side by side, each in its own words, for where there is room. */
function LanguageButtons() {
  const { t, i18n } = useLingui();
  return (
    <ul aria-label={t`Language`} className={languageButtonsClasses["list"]}>
      {languageCodes.map((language) => (
        <li key={language}>
          <UnstyledButton
            lang={language}
            className={languageButtonsClasses["button"] ?? ""}
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
