import { useLingui } from "@lingui/react/macro";
import { Group } from "@mantine/core";
import { CURRENT, DAY_WATER, FLOW, MOTOR, POWER, VOLTAGE } from "@verandah/equipment/types/solar-pump.ts";

import { useSession } from "#data/query/session.ts";
import { numberText, quantity } from "#shared/format/number.ts";
import { dayText } from "#shared/format/time.ts";
import { useAgeText } from "#shared/format/use-time-text.ts";
import { wallDay } from "#shared/format/wall-time.ts";
import { useToday } from "#shared/use-now.ts";

import { freshValue, hasSun, isRunning, readingOf } from "./pump-values.ts";
import type { MeasuredPump } from "./pump-values.ts";

import classes from "./pump-picture.module.css";

const AGE_REFRESH_MS = 1_000;

/** Sun, panels, controller, pump and water, with the known values. */
export function PumpPicture({ pump }: { pump: Pick<MeasuredPump, "state" | "values"> }) {
  const { t } = useLingui();
  const { campus } = useSession();
  const ageText = useAgeText(AGE_REFRESH_MS);
  const today = useToday(campus.timeZone);
  const valueOf = (paramId: string) => (pump.state === "online" ? freshValue(pump, paramId) : undefined);
  const [volt, watt, ampere] = [valueOf(VOLTAGE), valueOf(POWER), valueOf(CURRENT)];
  const [flow, litres, motor] = [valueOf(FLOW), valueOf(DAY_WATER), valueOf(MOTOR)];
  const text = (value: number | undefined, unit: string, digits?: number) =>
    value === undefined ? t`No data` : quantity(value, unit, digits);
  const isSunny = pump.state === "online" ? hasSun(pump) : undefined;
  const runs = motor !== undefined && isRunning(pump);
  const hasWater = flow !== undefined && flow > 0;
  const motorWord = motor === undefined ? t`No data` : runs ? t`Running` : t`Stopped`;
  const parts = [
    { label: t`Panels`, value: text(volt, "volt", 0), x: 158, y: 128 },
    { label: t`Controller`, value: text(watt, "watt"), x: 300, y: 128 },
    { label: t`Pump`, value: motorWord, x: 300, y: 262 },
    { label: t`Water`, value: text(flow, "litrePerMinute"), x: 72, y: 266 },
  ];
  const counted = readingOf(pump, DAY_WATER);
  const shown = litres ?? counted?.param_value ?? undefined;
  const counter = shown === undefined ? t`No data` : t`${numberText(shown)} L`;
  // A count that is old, or of another day, is shown with its age and its day.
  const measuredAt = counted?.measured_time ?? undefined;
  const day = measuredAt && dayText(Date.parse(measuredAt), campus.timeZone);
  const isOfToday = !measuredAt || wallDay(Date.parse(measuredAt), campus.timeZone) === today;
  const countedAt = litres === undefined || !isOfToday ? measuredAt : undefined;
  const sun = isSunny === undefined ? t`No data` : isSunny ? t`Sun` : t`No sun`;
  const words = [sun, ...parts.map(({ label, value }) => `${label}: ${value}`), text(ampere, "ampere", 1)];
  return (
    <figure className={classes["figure"]}>
      <Group component="figcaption" justify="space-between" align="baseline" gap="0 16px" fz="1.1rem">
        <span>{isOfToday ? t`Water today` : t`Water on ${day}`}</span>
        <strong data-known={shown !== undefined}>
          {counter} {countedAt !== undefined && <small>{ageText(countedAt)}</small>}
        </strong>
      </Group>
      <svg viewBox="0 0 360 288" role="img" aria-label={words.join(". ")}>
        <g className={classes["sun"]} data-on={isSunny ?? "unknown"}>
          <circle cx={44} cy={44} r={18} />
          {Array.from({ length: 8 }, (_, ray) => (
            <line key={ray} x1={44} y1={18} x2={44} y2={9} transform={`rotate(${ray * 45} 44 44)`} />
          ))}
        </g>
        <g className={classes["panels"]} data-on={isSunny ?? "unknown"}>
          <path d="M118 78 L138 24 H218 L198 78 Z" />
          <path d="M145 24 L125 78 M165 24 L145 78 M185 24 L165 78 M205 24 L185 78 M128 51 H208" />
          <path d="M158 78 V94 M140 94 H176" />
        </g>
        <g className={classes["box"]}>
          <rect x={266} y={26} width={68} height={64} rx={8} />
          <path d="M304 36 L290 60 H299 L295 80 L311 54 H302 Z" data-on={(watt ?? 0) > 0} />
        </g>
        <path className={classes["wire"]} data-on={(watt ?? 0) > 0} d="M208 51 H266" />
        <path className={classes["wire"]} data-on={runs} d="M340 58 H350 V200 H330" />
        <g className={classes["pump"]} data-on={motor === undefined ? "unknown" : runs}>
          <circle cx={300} cy={200} r={28} />
          <path d="M300 180 L316 212 H284 Z" />
        </g>
        <path className={classes["pipe"]} d="M272 200 H150 V170 H110" />
        <path className={classes["water"]} data-on={hasWater} d="M272 200 H150 V170 H110" />
        <g className={classes["tank"]}>
          <rect x={30} y={184} width={84} height={50} rx={4} />
          <path d="M32 204 q 10 -6 20 0 t 20 0 t 20 0 t 20 0 V232 H32 Z" data-on={flow !== undefined} />
          <path className={classes["drop"]} data-on={hasWater} d="M106 172 q -8 12 0 14 q 8 -2 0 -14 Z" />
        </g>
        {parts.map(({ label, value, x, y }) => (
          <text key={label} x={x} y={y - 14}>
            <tspan x={x}>{label}</tspan>
            <tspan x={x} dy={19} className={classes["value"]}>
              {value}
            </tspan>
          </text>
        ))}
      </svg>
    </figure>
  );
}
