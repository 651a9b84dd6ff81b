import { useLingui } from "@lingui/react/macro";
import { CloseButton, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";

/** A pause in typing after which the search begins, ms. */
const TYPING_PAUSE_MS = 300;
const SEARCH_MAX = 80;

interface Props {
  label: string;
  value: string;
  onChange: (text: string) => void;
}

/** A text that the rows of a list must contain. */
export function SearchField({ label, value, onChange }: Props) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(value);
  const apply = useDebouncedCallback(onChange, { delay: TYPING_PAUSE_MS, flushOnUnmount: true });

  function change(text: string) {
    setTyped(text);
    apply(text.trim());
  }

  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      w={280}
      maw="100%"
      maxLength={SEARCH_MAX}
      value={typed}
      leftSection={<IconSearch size={16} aria-hidden />}
      onChange={(event) => change(event.currentTarget.value)}
      rightSectionPointerEvents="all"
      rightSection={
        typed && <CloseButton size="sm" aria-label={t`Clear the search`} onClick={() => change("")} />
      }
    />
  );
}
