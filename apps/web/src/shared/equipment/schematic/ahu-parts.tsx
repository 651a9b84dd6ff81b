import classes from "./ahu-schematic.module.css";

const [INK, QUIET, FLOW] = ["var(--mantine-color-text)", "var(--text-stale)", "var(--current-ink)"];
const HOUSING = { fill: "var(--mantine-color-body)", stroke: QUIET, strokeWidth: 3 };

/** Return air above, from right to left; supply air below, from left to right; the mixing box joins them. */
export function Ducts({ isOn }: { isOn: boolean }) {
  return (
    <g className={classes["ducts"]}>
      <path d="M952 80 H176 V232 H8 V312 H952 V232 H276 V140 H952 Z" />
      <g className={classes["flow"]} data-on={isOn}>
        <path d="M940 110 H226 V262" />
        <path d="M20 272 H930" />
      </g>
      <path
        fill="none"
        stroke={QUIET}
        strokeWidth={3}
        d="M916 262 l14 10 l-14 10 M24 262 l14 10 l-14 10 M700 100 l-14 10 l14 10"
      />
    </g>
  );
}

interface DamperProps {
  /** Its middle. */
  x: number;
  y: number;
  /** Undefined while unknown. */
  percent: number | undefined;
  /** In a vertical duct. */
  isUpright?: boolean;
}

/** Three blades with the damper's opening; grey and half open while it is unknown. */
export function Damper({ x, y, percent, isUpright = false }: DamperProps) {
  const closed = 90 - 0.9 * Math.min(100, Math.max(0, percent ?? 50));
  return (
    <g
      data-part="damper"
      data-known={percent !== undefined}
      stroke={percent === undefined ? QUIET : INK}
      strokeWidth={4}
      strokeLinecap="round"
      strokeDasharray={percent === undefined ? "4 6" : undefined}
    >
      {[-26, 0, 26].map((shift) => {
        const [cx, cy] = isUpright ? [x + shift, y] : [x, y + shift];
        return (
          <line
            key={shift}
            x1={cx - 12}
            x2={cx + 12}
            y1={cy}
            y2={cy}
            transform={`rotate(${isUpright ? 90 - closed : closed} ${cx} ${cy})`}
          />
        );
      })}
    </g>
  );
}

export function Filter({ isLoaded }: { isLoaded: boolean }) {
  return (
    <path
      fill="none"
      stroke={isLoaded ? "var(--text-low)" : QUIET}
      strokeWidth={5}
      data-part="filter"
      data-loaded={isLoaded}
      d="M330 234 l20 13 l-20 13 l20 13 l-20 13 l20 13 l-20 11"
    />
  );
}

interface CoilProps {
  /** Its middle. */
  x: number;
  /** Undefined while unknown. */
  percent: number | undefined;
  /** Its valve is further down, where there is room for its label. */
  isLow?: boolean;
}

/** A coil and its valve; the width of the water line shows the valve's opening. */
export function Coil({ x, percent, isLow = false }: CoilProps) {
  const valve = isLow ? 360 : 340;
  return (
    <g data-part="coil" fill="none" stroke={FLOW} strokeWidth={4} transform={`translate(${x} 0)`}>
      <rect x={-17} y={234} width={34} height={76} rx={4} {...HOUSING} />
      <path d="M-9 244 h18 v12 h-18 v12 h18 v12 h-18 v12 h18" />
      <path
        strokeOpacity={0.25 + 0.0075 * (percent ?? 0)}
        d={`M0 310 V${valve} M0 ${valve + 20} V${valve + 36}`}
      />
      <path stroke={QUIET} strokeWidth={3} d={`M-12 ${valve} l24 20 h-24 l24 -20 Z`} />
    </g>
  );
}

const BLADES_DEGREE = [0, 72, 144, 216, 288];

export function Fan({ isOn }: { isOn: boolean }) {
  return (
    <g
      transform="translate(740 272)"
      className={classes["fan"]}
      data-on={isOn}
      data-part="fan"
      data-testid="fan"
    >
      <circle r={37} {...HOUSING} />
      <g className={classes["rotor"]} fill={isOn ? FLOW : QUIET}>
        {BLADES_DEGREE.map((angle) => (
          <path
            key={angle}
            d="M0 0 C 8 -10 20 -18 12 -31 C 2 -34 -6 -20 0 0 Z"
            transform={`rotate(${angle})`}
          />
        ))}
      </g>
      <circle r={5} fill={INK} />
    </g>
  );
}
