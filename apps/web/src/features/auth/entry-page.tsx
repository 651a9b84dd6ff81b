import { useLingui } from "@lingui/react/macro";
import { Box, Group, Stack, Text, UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";

import { chooseLanguage, languageCodes, languageName } from "#shared/texts/i18n.ts";
import { ColorSchemeToggle } from "#shared/ui/preferences/color-scheme-toggle.tsx";

import classes from "./entry-page.module.css";

const MARK = { borderRadius: 8, outline: "1px solid rgb(255 255 255 / 25%)" };

/** The split screen of everything before login: tagline left, form right. Source: spec 2 §2 Shell and menu. */
export function EntryPage({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  return (
    <div className={classes["page"]}>
      <section className={classes["story"]} aria-label={t`About Verandah`}>
        <Group gap={10} wrap="nowrap">
          <img src="/favicon.svg" alt="" width={32} height={32} style={MARK} />
          <Text fw={700} size="lg">
            Verandah
          </Text>
        </Group>
        <div className={classes["picture"]} />
        <Stack gap={6}>
          <Text className={classes["tagline"] ?? ""}>{t`A New Dimension to Solar Powered Irrigation`}</Text>
          <Text c="#d3e6ea" visibleFrom="md">
            {t`Your whole campus on one page: comfort, energy, alarms and pumps, as they are now.`}
          </Text>
        </Stack>
      </section>
      <Stack component="main" gap={0} px={24} py={20} bg="var(--mantine-color-body)">
        <Group justify="flex-end" gap="xs">
          <LanguageButtons />
          <ColorSchemeToggle />
        </Group>
        <Box w="100%" maw={380} mx="auto" my={{ base: 0, md: "auto" }} pt={24} pb={48}>
          {children}
        </Box>
      </Stack>
    </div>
  );
}

/** All languages side by side, each in its own words, for where there is room. */
function LanguageButtons() {
  const { t, i18n } = useLingui();
  return (
    <Group component="ul" gap={2} aria-label={t`Language`}>
      {languageCodes.map((language) => (
        <li key={language}>
          <UnstyledButton
            lang={language}
            className={classes["language"] ?? ""}
            aria-pressed={i18n.locale === language}
            onClick={() => void chooseLanguage(language)}
          >
            {languageName(language)}
          </UnstyledButton>
        </li>
      ))}
    </Group>
  );
}
