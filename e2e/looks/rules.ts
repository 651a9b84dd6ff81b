/** Source: ISA-101 §5 (displays), and WCAG 2.2, 2.5.8 (24 px) and 2.5.5 (44 px, on a phone). */
export const limits = {
  /** Least share of the most frequent colour. */
  surface: 0.5,
  /** Largest share of saturated colours beside abnormal states, pictures and colours of the specification. */
  saturated: 0.02,
  textPx: 12,
  targetPx: { wide: 24, narrow: 44 },
} as const;

/** A saturated colour: least difference of its largest and its smallest part, of 255. */
export const SATURATED_FROM = 64;

const ofKit = ["red", "orange", "yellow"].flatMap((color) =>
  ["filled", "filled-hover", "light", "light-hover", "light-color", "outline", "text"].map(
    (part) => `--mantine-color-${color}-${part}`,
  ),
);

/** Colours of an alarm: those of the theme, and those that parts of the kit get by `color="red"`. */
export const alarmTokens: readonly string[] = [
  "--state-critical",
  "--state-low",
  "--text-critical",
  "--text-low",
  "--sun-critical",
  "--sun-low",
  "--mantine-color-error",
  ...ofKit,
];

/** Words for abnormal states in `data-state`, `data-level` and their like. */
const abnormalStates = [
  "alarm",
  "bad",
  "critical",
  "expired",
  "failed",
  "fault",
  "locked",
  "low",
  "missed",
  "missing",
  "offline",
  "suspect",
  "warning",
];

/** Elements that carry an abnormal state, or announce a failure. */
export const abnormal = [
  ...["data-state", "data-level", "data-quality", "data-mark", "data-sign"].flatMap((attribute) =>
    abnormalStates.map((state) => `[${attribute}=${state}]`),
  ),
  "[aria-invalid=true]",
  "[role=alert]",
].join();

/** Elements whose colours the specification names, and where it names them. There are no other exceptions. */
export const named: Readonly<Record<string, string>> = {
  "[data-testid^=tile-]": "Floor tile: red, amber #f2aa1a or green. Spec 2 §4",
  "[aria-keyshortcuts=A]": "Button 'Ack' of a critical alarm that is not acknowledged: red. Spec 2 §4",
  "[data-state=on-setpoint], [data-state=off-setpoint]":
    "Label of a reading of an AHU: green within 1 of its setpoint, red otherwise. Spec 2 §4",
  "td [data-level]": "Cells FaultCondition and WarningCondition of a pump: green, red and yellow. Spec 2 §2",
  "[data-event-id]": "Event of a schedule: salmon, yellow, light green or green by its intensity. Spec 1 §9",
};

/** Pictures, plans, schematics and maps, which are not measured for saturation. Icons, rings and charts of bars are. */
export const drawings = ":is(img, figure svg, svg:is([role], [aria-label])):not([preserveAspectRatio=none])";
