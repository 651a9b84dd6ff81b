import { useLingui } from "@lingui/react/macro";
import { ActionIcon, CloseButton, Popover, TextInput } from "@mantine/core";
import { useDebouncedCallback, useDisclosure } from "@mantine/hooks";
import { IconFilter, IconFilterFilled } from "@tabler/icons-react";
import { useState } from "react";

/** A pause in typing after which the filter is applied, ms. */
const TYPING_PAUSE_MS = 300;
const FILTER_MAX = 80;

interface Props {
  header: string;
  value: string;
  onChange: (text: string) => void;
}

/** A text that the column's cells must contain. */
export function GridFilter({ header, value, onChange }: Props) {
  const { t } = useLingui();
  const [isOpen, { close, toggle }] = useDisclosure(false);
  const [typed, setTyped] = useState(value);
  const apply = useDebouncedCallback(onChange, { delay: TYPING_PAUSE_MS, flushOnUnmount: true });
  const Icon = value ? IconFilterFilled : IconFilter;

  function change(text: string) {
    setTyped(text);
    apply(text.trim());
  }

  return (
    <Popover
      opened={isOpen}
      onDismiss={close}
      trapFocus
      returnFocus
      position="bottom-end"
      shadow="md"
      width={240}
    >
      <Popover.Target>
        <ActionIcon
          size={24}
          variant={value ? "light" : "subtle"}
          color={value ? "brand" : "gray"}
          aria-label={value ? t`Filter ${header}: ${value}` : t`Filter ${header}`}
          onClick={() => {
            setTyped(value);
            toggle();
          }}
        >
          <Icon size={14} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t`Filter ${header}`}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            apply.flush();
            close();
          }}
        >
          <TextInput
            size="sm"
            label={t`${header} contains`}
            value={typed}
            maxLength={FILTER_MAX}
            data-autofocus
            onChange={(event) => change(event.currentTarget.value)}
            rightSectionPointerEvents="all"
            rightSection={
              typed && <CloseButton size="sm" aria-label={t`Clear the filter`} onClick={() => change("")} />
            }
          />
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
