import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { List, ScrollArea, Text } from "@mantine/core";
import type { PreviewedWrite } from "@verandah/contract/commands/commands.ts";
import { failureTexts } from "@verandah/contract/commands/failure-texts.ts";

import { useOfflineReason } from "../texts/use-offline-reason.ts";

const LIST_HEIGHT = 160;

/** Texts of why a write would have no effect. */
export function usePreviewText(): (write: PreviewedWrite) => string {
  const { t, i18n } = useLingui();
  const offlineText = useOfflineReason();
  return ({ outcome, offlineReason, refusal, heldBy }) => {
    if (outcome === "same") return t`has this value already`;
    if (outcome === "offline") {
      const reason = offlineReason && offlineText(offlineReason);
      return reason ? t`offline (${reason})` : i18n._(failureTexts["device-unreachable"]);
    }
    const name = heldBy ?? "";
    if (outcome === "overridden")
      return typeof heldBy === "number"
        ? t`another system holds it at priority ${heldBy}`
        : t`overridden by ${name}`;
    return i18n._(failureTexts[refusal ?? "not-found"]);
  };
}

/** The effects of commands, and the reasons of those without an effect. */
export function PreviewList({ units }: { units: readonly PreviewedWrite[] }) {
  const textOf = usePreviewText();
  const { t } = useLingui();
  const total = new Set(units.map(({ ssid }) => ssid)).size;
  // A controller changes when one of its channels does.
  const changed = new Set(units.filter(({ outcome }) => outcome === "changes").map(({ ssid }) => ssid));
  const rest = [
    ...new Map(units.filter(({ ssid }) => !changed.has(ssid)).map((unit) => [unit.ssid, unit])).values(),
  ];
  const changing = total - rest.length;
  return (
    <>
      <Text size="sm">
        {rest.length === 0
          ? plural(total, { one: "# device will change.", other: "All # devices will change." })
          : t`${changing} of ${total} devices will change. The others:`}
      </Text>
      {rest.length > 0 && (
        <ScrollArea.Autosize mah={LIST_HEIGHT} viewportProps={{ tabIndex: 0 }}>
          <List size="sm" withPadding>
            {rest.map((unit) => {
              const why = textOf(unit);
              return (
                <List.Item key={unit.ssid}>
                  {unit.name}: {why}
                </List.Item>
              );
            })}
          </List>
        </ScrollArea.Autosize>
      )}
    </>
  );
}
