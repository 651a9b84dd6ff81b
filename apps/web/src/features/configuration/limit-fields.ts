import { useLingui } from "@lingui/react/macro";
import type { LimitKind } from "@verandah/contract/campuses/campuses.ts";

export interface LimitField {
  /** As the server names it in an error, e.g. `configuration.temperature.min`. */
  path: string;
  label: string;
}

export interface LimitGroup {
  kind: LimitKind;
  name: string;
  limits: LimitField[];
  alarmSettings: LimitField[];
}

/** The fields of the form by kind of limit. */
export function useLimitGroups(): LimitGroup[] {
  const { t } = useLingui();
  const deadband = (kind: LimitKind, unit: string) => ({
    path: `alarmSettings.${kind}.deadband`,
    label: t`Deadband (${unit})`,
  });
  const onDelay = (kind: LimitKind) => ({
    path: `alarmSettings.${kind}.on_delay_seconds`,
    label: t`Alarm after (s)`,
  });
  const offDelay = (kind: LimitKind) => ({
    path: `alarmSettings.${kind}.off_delay_seconds`,
    label: t`Back to normal after (s)`,
  });
  const max = (kind: LimitKind, unit: string) => ({
    path: `configuration.${kind}.max`,
    label: t`Max (${unit})`,
  });
  const range = (kind: LimitKind, unit: string) => [
    { path: `configuration.${kind}.min`, label: t`Min (${unit})` },
    max(kind, unit),
  ];
  const group = (kind: LimitKind, name: string, unit: string, limits: LimitField[]): LimitGroup => ({
    kind,
    name,
    limits,
    alarmSettings: [deadband(kind, unit), onDelay(kind), offDelay(kind)],
  });
  return [
    group("temperature", t`Temperature`, "°C", range("temperature", "°C")),
    group("humidity", t`Humidity`, "%", range("humidity", "%")),
    group("lux", t`Light`, "lux", range("lux", "lux")),
    group("co2", t`CO2`, "ppm", [max("co2", "ppm")]),
    {
      kind: "overParked",
      name: t`Parking time`,
      limits: [{ path: "configuration.overParked.overParked", label: t`At most (minutes, 0: no alarm)` }],
      alarmSettings: [offDelay("overParked")],
    },
    group("wastage", t`Energy of an empty floor`, "W", [
      { path: "configuration.wastage.wastage", label: t`At most (W, 0: no alarm)` },
    ]),
  ];
}
