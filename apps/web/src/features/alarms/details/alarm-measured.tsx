import { useLingui } from "@lingui/react/macro";
import { Text } from "@mantine/core";

import type { AlarmDetail } from "#data/alarms.queries.ts";
import { usePointText } from "#shared/texts/use-point-text.ts";

/** The value when the alarm was raised, with its limit. A state point shows no limit. */
export function AlarmMeasured({ alarm }: { alarm: AlarmDetail }) {
  const { t } = useLingui();
  const { nameOf, valueText, statesOf } = usePointText();
  const { value, limit, unit, text, param_id: paramId } = alarm;
  if (value === null) return null;
  const textOf = (number: number) => valueText(paramId ?? "", number, unit ?? "none");
  const point = paramId === null ? t`Measured` : nameOf(paramId);
  const isBetweenStates =
    statesOf(paramId ?? "") !== undefined || ((unit ?? "none") === "none" && !Number.isInteger(limit));
  if (limit === null || isBetweenStates) return <Text size="sm">{`${point}: ${textOf(value)}`}</Text>;
  const bound = textOf(limit);
  // Just beyond its limit it would be rounded to the limit; the message's number is rounded away from it.
  const shown = textOf(value) === bound ? (text?.numbers[0] ?? value) : value;
  const measured = `${point}: ${textOf(shown)}`;
  return <Text size="sm">{t`${measured}, limit ${bound}`}</Text>;
}
