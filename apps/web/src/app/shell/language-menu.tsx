import { useLingui } from "@lingui/react/macro";
import { ActionIcon, Menu } from "@mantine/core";
import { IconLanguage } from "@tabler/icons-react";

import { chooseLanguage, isLanguage, languageCodes, languageName } from "#shared/texts/i18n.ts";

export function LanguageMenu() {
  const { t, i18n } = useLingui();
  return (
    <Menu position="bottom-end" shadow="md" width={160}>
      <Menu.Target>
        <ActionIcon size="lg" aria-label={t`Language`}>
          <IconLanguage size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={i18n.locale}
          onChange={(language) => isLanguage(language) && void chooseLanguage(language)}
        >
          {languageCodes.map((language) => (
            <Menu.RadioItem key={language} value={language} lang={language} closeMenuOnClick>
              {languageName(language)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
