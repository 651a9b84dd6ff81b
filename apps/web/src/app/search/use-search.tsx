import { useLingui } from "@lingui/react/macro";
import { ActionIcon } from "@mantine/core";
import { useHotkeys, useLocalStorage } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";

import { useSession } from "#data/query/session.ts";
import { ServerUnreachable } from "#shared/call.ts";
import { useHasSystem } from "#shared/equipment/site-types.ts";
import { toastFailure } from "#shared/ui/feedback/toast.ts";
import { useIsNarrow } from "#shared/ui/use-is-narrow.ts";

import { menuAddress, screensOf } from "../menu.ts";
import type { KeysDialog, SearchDialog } from "./search-dialogs.tsx";

interface Dialogs {
  readonly SearchDialog: typeof SearchDialog;
  readonly KeysDialog: typeof KeysDialog;
}

/** The search, and the keys of every screen, for staff. Single keys can be switched off. Source: WCAG 2.2, 2.1.4. */
export function useSearch(isWanted: boolean): { open: () => void; dialog: ReactNode } {
  const { i18n } = useLingui();
  const { role, building } = useSession();
  const screens = screensOf(role.id, useHasSystem())
    .map(({ name, path }) => ({ path, name: i18n._(name), to: menuAddress(path, building.id) }))
    .filter(({ name }, at, all) => all.findIndex((one) => one.name === name) === at);
  const [opened, setOpened] = useState<{ name: "search" | "keys"; dialogs: Dialogs }>();
  const [hasSingleKeys, setSingleKeys] = useLocalStorage({ key: "verandah.single-keys", defaultValue: true });
  const close = () => setOpened(undefined);
  async function open(name: "search" | "keys"): Promise<void> {
    try {
      setOpened({ name, dialogs: await import("./search-dialogs.tsx") });
    } catch {
      toastFailure(new ServerUnreachable());
    }
  }
  const search = () => void open("search");
  const keys = () => void open("keys");
  const single: Parameters<typeof useHotkeys>[0] = [
    ["/", search],
    ["shift+/", search],
    ["shift+?", keys],
    ["A", acknowledge],
  ];
  // In a field too, where the browser has a search of its own.
  useHotkeys(isWanted ? [["mod+K", search]] : [], []);
  useHotkeys(isWanted && hasSingleKeys ? single : []);
  useHotkeys(isWanted && hasSingleKeys ? [["A", acknowledgeInBox, { preventDefault: false }]] : [], []);

  const dialog =
    opened?.name === "search" ? (
      <opened.dialogs.SearchDialog screens={screens} onClose={close} />
    ) : (
      opened && (
        <opened.dialogs.KeysDialog hasSingleKeys={hasSingleKeys} onChange={setSingleKeys} onClose={close} />
      )
    );
  return { open: search, dialog };
}

/** On a phone the bottom bar has it. */
export function SearchButton({ onClick }: { onClick: () => void }) {
  const { t } = useLingui();
  const isNarrow = useIsNarrow();
  if (isNarrow) return null;
  return (
    <ActionIcon
      size="lg"
      aria-label={t`Search`}
      title={t`Search (Ctrl K)`}
      aria-keyshortcuts="Control+K"
      onClick={onClick}
    >
      <IconSearch size={20} aria-hidden />
    </ActionIcon>
  );
}

const ACKNOWLEDGE = 'button[aria-keyshortcuts="A"]';

/**
 * Presses the button of the selected alarms, or else of the row with the focus; without one it moves the focus to the first alarm, and
 * acknowledges nothing. An open dialog is a row, and hides the others. A key that is held down counts once.
 */
function acknowledge({ repeat }: KeyboardEvent): void {
  if (repeat) return;
  const dialog = document.querySelector('[role="dialog"]');
  const selected = document.querySelector("[data-selected-alarms]");
  const row = dialog ?? selected ?? document.activeElement?.closest("li, tr, [role=row]");
  const button = row?.querySelector<HTMLButtonElement>(ACKNOWLEDGE);
  if (button) button.click();
  else if (!dialog) document.querySelector<HTMLButtonElement>(ACKNOWLEDGE)?.focus();
}

/** A box is no text field: it has the focus after a click on it. */
function acknowledgeInBox(event: KeyboardEvent): void {
  if (event.target instanceof HTMLInputElement && event.target.type === "checkbox") acknowledge(event);
}
