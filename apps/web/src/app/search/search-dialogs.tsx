import { useLingui } from "@lingui/react/macro";
import { Box, Combobox, Group, Kbd, Stack, Switch, Text, TextInput, useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import { SEARCH_TEXT_MAX } from "@verandah/contract/search.ts";
import { useEffect, useEffectEvent, useState } from "react";

import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";

import { type SearchEntry, useSearchGroups } from "./use-search-groups.ts";

/** While a person types, the server is not asked, ms. */
const TYPING_MS = 150;
const LIST_HEIGHT = 420;
/** The target around the field gives it everything else that this role needs. */
const role = { role: "combobox" } as const;

interface SearchProps {
  /** Those that the user may open. */
  screens: readonly SearchEntry[];
  onClose: () => void;
}

/** One field for all places, devices, people, screens and actions. The arrow keys choose, Enter opens. */
export function SearchDialog({ screens, onClose }: SearchProps) {
  const { t } = useLingui();
  const router = useRouter();
  const [text, setText] = useState("");
  const [asked] = useDebouncedValue(text.trim(), TYPING_MS);
  const { groups, error, isLoading } = useSearchGroups(asked, screens);
  const entries = groups.flatMap((group) => group.entries);
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose });
  const shown = entries.map(({ name, to }) => `${to} ${name}`).join("\n");
  const selectFirst = useEffectEvent(() => combobox.selectFirstOption());
  useEffect(() => {
    if (shown) selectFirst();
  }, [shown]);

  // Enter before the answer opens its first entry, and not one of an earlier text.
  const isFresh = asked === text.trim() && !isLoading;
  const [isSubmitted, setSubmitted] = useState(false);
  const openFirst = useEffectEvent(() => open(entries[0]));
  useEffect(() => {
    if (isSubmitted && isFresh) openFirst();
  }, [isSubmitted, isFresh]);

  function open(entry: SearchEntry | undefined): void {
    setSubmitted(false);
    if (!entry) return;
    onClose();
    if (entry.run) entry.run();
    else void router.navigate({ to: entry.to, search: entry.search ?? {} });
  }

  return (
    <Dialog onClose={onClose} title={t`Search`} centered={false} size="lg">
      <Combobox
        store={combobox}
        onOptionSubmit={(index) => (isFresh ? open(entries[Number(index)]) : setSubmitted(true))}
      >
        <Combobox.EventsTarget withExpandedAttribute>
          <TextInput
            data-autofocus
            {...role}
            aria-label={t`Search`}
            placeholder={t`Place, device, person or screen`}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={text}
            maxLength={SEARCH_TEXT_MAX}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </Combobox.EventsTarget>
        <ErrorBanner error={error} />
        <Combobox.Options mah={LIST_HEIGHT} mt="xs" style={{ overflowY: "auto" }}>
          {groups.map((group) => (
            <Combobox.Group key={group.name} label={group.name}>
              {group.entries.map((entry) => (
                <Combobox.Option
                  key={`${entry.to} ${entry.name} ${entry.about ?? ""}`}
                  value={String(entries.indexOf(entry))}
                >
                  {entry.name}{" "}
                  {entry.about && (
                    <Text span size="xs" ms={8}>
                      {entry.about}
                    </Text>
                  )}
                </Combobox.Option>
              ))}
            </Combobox.Group>
          ))}
          {groups.length === 0 && !isLoading && <Combobox.Empty>{t`Nothing found.`}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox>
    </Dialog>
  );
}

interface KeysProps {
  /** Keys without Ctrl work. */
  hasSingleKeys: boolean;
  onChange: (hasSingleKeys: boolean) => void;
  onClose: () => void;
}

/** The keys that work on every screen. */
export function KeysDialog({ hasSingleKeys, onChange, onClose }: KeysProps) {
  const { t } = useLingui();
  const keys = [
    [["Ctrl K", "/"], t`Search`],
    [
      ["A"],
      t`Acknowledge the selected alarms, or the alarm of the row; outside of a row, go to the first alarm`,
    ],
    [["?"], t`Show these keys`],
    [["Esc"], t`Close`],
  ] as const;
  return (
    <Dialog onClose={onClose} title={t`Keys`}>
      <Stack gap="md">
        {keys.map(([names, text]) => (
          <Group key={text} gap="sm" wrap="nowrap">
            <Box w={110} flex="none">
              {names.map((name) => (
                <Kbd key={name} me={4}>
                  {name}
                </Kbd>
              ))}
            </Box>
            {text}
          </Group>
        ))}
        <Switch
          label={t`Use single keys: / A ?`}
          checked={hasSingleKeys}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      </Stack>
    </Dialog>
  );
}
