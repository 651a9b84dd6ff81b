import { useLingui } from "@lingui/react/macro";

/** The text below a list of options that shows only some of them; undefined when it shows all. */
export function useCutListText(): (shown: number, total: number) => string | undefined {
  const { t } = useLingui();
  return (shown, total) =>
    total > shown
      ? t`The list shows ${shown} of ${total}. Type a part of the name to find others.`
      : undefined;
}
