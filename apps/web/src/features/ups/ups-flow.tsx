import { useLingui } from "@lingui/react/macro";

import type { UpsFlow } from "./ups-values.ts";

import classes from "./ups.module.css";

interface Props {
  name: string;
  /** Undefined where it is not known. */
  flow: UpsFlow | undefined;
}

const BOX = { width: 96, height: 40 };

/** Mains, rectifier, bypass, battery and load of a UPS, with the power flow. */
export function UpsFlowDiagram({ name, flow }: Props) {
  const { t } = useLingui();
  const parts: { key: Exclude<keyof UpsFlow, "isCharging">; label: string; x: number; y: number }[] = [
    { key: "mains", label: t`Mains`, x: 4, y: 80 },
    { key: "bypass", label: t`Bypass`, x: 140, y: 10 },
    { key: "rectifier", label: t`Rectifier`, x: 140, y: 80 },
    { key: "battery", label: t`Battery`, x: 140, y: 150 },
    { key: "load", label: t`Load`, x: 276, y: 80 },
  ];
  const lines: { key: string; isOn: boolean | undefined; d: string }[] = [
    { key: "in", isOn: flow?.rectifier, d: "M100 100 H140" },
    { key: "to-bypass", isOn: flow?.bypass, d: "M100 100 H120 V30 H140" },
    { key: "out", isOn: flow?.rectifier, d: "M236 100 H276" },
    { key: "from-bypass", isOn: flow?.bypass, d: "M236 30 H256 V100 H276" },
    { key: "charge", isOn: flow?.isCharging, d: "M188 120 V150" },
    { key: "from-battery", isOn: flow?.battery, d: "M236 170 H256 V100 H276" },
  ];
  const active = parts.filter(({ key }) => flow?.[key]).map(({ label }) => label);
  const way = active.join(" → ");
  const words = !flow
    ? t`Power flow unknown.`
    : active.length === 0
      ? t`No output`
      : flow.isCharging
        ? t`Power flows: ${way}. The battery charges.`
        : t`Power flows: ${way}`;
  return (
    <figure className={classes["flow"]}>
      <svg
        viewBox="0 0 376 200"
        role="img"
        aria-label={`${name}. ${words}`}
        data-state={flow?.battery ? "critical" : undefined}
      >
        {lines
          .toSorted((a, b) => Number(a.isOn ?? false) - Number(b.isOn ?? false))
          .map(({ key, isOn, d }) => (
            <path key={key} d={d} className={classes["line"]} data-on={isOn ?? "unknown"} />
          ))}
        {parts.map(({ key, label, x, y }) => (
          <g key={key} className={classes["part"]} data-on={flow?.[key] ?? "unknown"}>
            <rect x={x} y={y} rx={6} {...BOX} />
            <text x={x + BOX.width / 2} y={y + BOX.height / 2}>
              {label}
            </text>
          </g>
        ))}
      </svg>
      <figcaption>{words}</figcaption>
    </figure>
  );
}
