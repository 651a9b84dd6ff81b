import { useLingui } from "@lingui/react/macro";
import { ActionIcon, CloseButton, NativeSelect, Popover, TextInput } from "@mantine/core";
import { useDebouncedCallback, useDisclosure } from "@mantine/hooks";
import { IconFilter, IconFilterFilled } from "@tabler/icons-react";
import { useState } from "react";

import type { GridFilterKind } from "./columns.ts";

/** A pause in typing after which the filter is applied, ms. */
const TYPING_PAUSE_MS = 300;
const FILTER_MAX = 80;

interface Props {
  header: string;
  kind: GridFilterKind | undefined;
  value: string;
  onChange: (text: string) => void;
}

/** A choice, a number, or a text that the column's cells must contain. */
export function GridFilter({ header, kind, value: chosen, onChange }: Props) {
  const { t } = useLingui();
  const [isOpen, { close, toggle }] = useDisclosure(false);
  const [typed, setTyped] = useState(chosen);
  const apply = useDebouncedCallback(onChange, { delay: TYPING_PAUSE_MS, flushOnUnmount: true });
  const Icon = chosen ? IconFilterFilled : IconFilter;

  const choices = kind && "choices" in kind ? kind.choices : undefined;
  const value = choices?.find((one) => one.value === chosen)?.label ?? chosen;

  const hasDetails = kind && "choices" in kind && kind.hasDetails;
  // An address may contain a text that is no choice.
  const isText = typed !== "" && !choices?.some((one) => one.value === typed);

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
            setTyped(chosen);
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
          {choices && (
            <NativeSelect
              size="sm"
              label={header}
              value={typed}
              data={[
                { value: "", label: t`All` },
                ...(isText ? [{ value: typed, label: typed }] : []),
                ...choices,
              ]}
              data-autofocus
              onChange={(event) => change(event.currentTarget.value)}
            />
          )}
          {(!choices || hasDetails) && (
            <TextInput
              size="sm"
              mt={choices ? "xs" : 0}
              label={kind && "label" in kind ? kind.label : t`${header} contains`}
              value={isText ? typed : ""}
              maxLength={FILTER_MAX}
              data-autofocus={choices ? undefined : true}
              onChange={(event) => change(event.currentTarget.value)}
              rightSectionPointerEvents="all"
              rightSection={
                isText && (
                  <CloseButton size="sm" aria-label={t`Clear the filter`} onClick={() => change("")} />
                )
              }
            />
          )}
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
