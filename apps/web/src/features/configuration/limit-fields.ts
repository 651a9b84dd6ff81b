import { useLingui } from "@lingui/react/macro";
import type { LimitKind } from "@verandah/contract/campuses/campuses.ts";
import { comfortPoints } from "@verandah/equipment/comfort-points.ts";
import { environment } from "@verandah/equipment/types/environment.ts";
import { symbolOf } from "@verandah/equipment/units.ts";

import { usePointText } from "#shared/texts/use-point-text.ts";

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
  const { nameOf } = usePointText();
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
  const min = (kind: LimitKind, unit: string) => ({
    path: `configuration.${kind}.min`,
    label: t`Min (${unit})`,
  });
  const group = (kind: LimitKind, name: string, unit: string, limits: LimitField[]): LimitGroup => ({
    kind,
    name,
    limits,
    alarmSettings: [deadband(kind, unit), onDelay(kind), offDelay(kind)],
  });
  const comfort = (kind: keyof typeof comfortPoints, ...limits: (typeof max)[]) => {
    const id = comfortPoints[kind];
    const unit = symbolOf(environment.points[id].unit);
    return group(
      kind,
      nameOf(id, environment.type),
      unit,
      limits.map((limit) => limit(kind, unit)),
    );
  };
  return [
    comfort("temperature", min, max),
    comfort("humidity", min, max),
    comfort("lux", min, max),
    comfort("co2", max),
    {
      kind: "overParked",
      name: t`Parking time`,
      limits: [{ path: "configuration.overParked.overParked", label: t`At most (minutes, 0: no alarm)` }],
      alarmSettings: [offDelay("overParked")],
    },
    group("wastage", t`Energy wasted on an empty floor`, "W", [
      { path: "configuration.wastage.wastage", label: t`At most (W, 0: no alarm)` },
    ]),
  ];
}
