import { useLingui } from "@lingui/react/macro";
import { Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ComfortCause, LiveZone } from "@verandah/contract/comfort-reports.ts";

import { deviceScreen } from "#shared/equipment/device-screen.ts";
import { quantity } from "#shared/format/number.ts";
import { useMomentText } from "#shared/format/use-time-text.ts";
import { useAlarmMessage } from "#shared/texts/use-alarm-message.ts";
import { usePointText } from "#shared/texts/use-point-text.ts";
import { AlarmLink } from "#shared/ui/alarm-link.tsx";

/** Possible causes of a report, each with a link to its unit, and the state of the other zones of the floor. */
export function CauseList({ live: { causes, neighbours, temperature } }: { live: LiveZone }) {
  const { t } = useLingui();
  const mean = neighbours && quantity(neighbours.mean, temperature.unit);
  return (
    <>
      {causes.length === 0 && (
        <Text size="sm" c="dimmed">{t`The live data of the units shows no cause.`}</Text>
      )}
      <Stack component="ul" gap={6} my={9} fz={14} aria-label={t`Possible causes`}>
        {causes.map((cause) => (
          <li key={JSON.stringify(cause)}>
            <Link to={deviceScreen(cause.unit.type)} search={{ device: cause.unit.ssid }}>
              {cause.unit.name}
            </Link>
            : <CauseText cause={cause} />
          </li>
        ))}
        {neighbours && (
          <li>
            {neighbours.isOnlyHere
              ? t`Only this zone: the others of the floor have ${mean} on average`
              : t`The other zones of the floor are similar: ${mean} on average`}
          </li>
        )}
      </Stack>
    </>
  );
}

function CauseText({ cause }: { cause: ComfortCause }) {
  const { t } = useLingui();
  const messageOf = useAlarmMessage();
  const momentText = useMomentText();
  const { nameOf, valueText } = usePointText();
  if (cause.code === "alarm") return <AlarmLink alarmId={cause.alarm.id}>{messageOf(cause.alarm)}</AlarmLink>;
  if (cause.code === "setpoint-far") {
    const setpoint = quantity(cause.setpoint, "degC");
    const difference = quantity(Math.abs(cause.kelvin), "degC");
    return cause.kelvin > 0
      ? t`The temperature is ${difference} above the setpoint of ${setpoint}`
      : t`The temperature is ${difference} below the setpoint of ${setpoint}`;
  }
  if (cause.code !== "held")
    return { silent: t`Does not report`, off: t`The unit is off`, "no-air": t`Gets no air` }[cause.code];
  const { unit, point, source, by, since } = cause;
  const name = nameOf(point.param_id, unit.type);
  const value = valueText(point.param_id, point.value, point.unit, unit.type);
  const time = since === null ? "" : momentText(since);
  if (source === "person") return t`${by} set ${name} to ${value} at ${time}`;
  if (source === "other-system") return t`Another system holds ${name} at ${value}`;
  return `${name}: ${value}`;
}
