import { type Unit, unitCodes, units } from "@verandah/equipment/units.ts";

const of = (unit: Unit, scale = 1) => ({ unit, scale });
export type FieldUnit = ReturnType<typeof of>;

/**
 * Names of units that differ from the symbol of the catalogue's unit. A value times `scale` is in `unit`. Source: Home Assistant,
 * "Sensor device classes"; Tasmota, "Units"; ebusd, `mqtt-hassio.cfg`; NIST SP 811 appendix B (the factors).
 */
const otherNames: Readonly<Record<string, FieldUnit>> = {
  "": of("none"),
  "#": of("none"),
  lqi: of("none"),
  count: of("none"),
  pulses: of("none"),
  steps: of("none"),
  "UV index": of("none"),
  C: of("degC"),
  F: of("degF"),
  "ug/m3": of("microgramPerCubicMetre"),
  "mg/m3": of("milligramPerCubicMetre"),
  "g/m3": of("gramPerCubicMetre"),
  Lux: of("lux"),
  L: of("litre"),
  mL: of("millilitre"),
  m3: of("cubicMetre"),
  CCF: of("cubicFoot", 100),
  "L/s": of("litrePerSecond"),
  "L/min": of("litrePerMinute"),
  "L/h": of("litrePerHour"),
  "l/hour": of("litrePerHour"),
  "mL/s": of("millilitrePerSecond"),
  "m3/h": of("cubicMetrePerHour"),
  "ft³/min": of("cubicFootPerMinute"),
  "gal/min": of("usGallonPerMinute"),
  "gal/h": of("usGallonPerHour"),
  µV: of("volt", 1e-6),
  MV: of("megavolt"),
  VAr: of("voltAmpereReactive"),
  VAR: of("voltAmpereReactive"),
  kVar: of("kilovoltAmpereReactive"),
  kVAr: of("kilovoltAmpereReactive"),
  kVarh: of("kilovoltAmpereHourReactive"),
  GW: of("megawatt", 1_000),
  GWh: of("megawattHour", 1_000),
  TWh: of("megawattHour", 1e6),
  GJ: of("megajoule", 1_000),
  cal: of("joule", 4.184),
  kcal: of("kilojoule", 4.184),
  "BTU/(h⋅ft²)": of("wattPerSquareMetre", 3.154_591),
  dBA: of("decibelA"),
  GHz: of("megahertz", 1_000),
  RPM: of("revolutionPerMinute"),
  bpm: of("perMinute"),
  "pulses/min": of("perMinute"),
  "S/cm": of("siemensPerMetre", 100),
  "mS/cm": of("siemensPerMetre", 0.1),
  "µS/cm": of("siemensPerMetre", 1e-4),
  "mm/h": of("metrePerHour", 1e-3),
  "mm/d": of("metrePerHour", 1e-3 / 24),
  "in/h": of("metrePerHour", 0.0254),
  "in/d": of("metrePerHour", 0.0254 / 24),
  kn: of("metrePerSecond", 0.514_444),
  yd: of("metre", 0.9144),
  mi: of("kilometre", 1.609_344),
  oz: of("gram", 28.349_523_125),
  µg: of("milligram", 1e-3),
  µs: of("millisecond", 1e-3),
  seconds: of("second"),
  minutes: of("minute"),
  hours: of("hour"),
};

const bySymbol = new Map<string, Unit>(unitCodes.toReversed().map((code) => [units[code].symbol, code]));

/** The catalogue's unit of a unit in a device's words; undefined for an unknown unit, such as a currency or dBm. */
export function unitOfField(words: string, deviceClass?: string): FieldUnit | undefined {
  // The Greek letter and the sign of micro look the same.
  const name = words.trim().replaceAll("\u03BC", "\u00B5");
  if (name === "%" && (deviceClass === "humidity" || deviceClass === "moisture")) return of("percentRh");
  if (name === "K" && deviceClass === "temperature_delta") return of("deltaKelvin");
  if (Object.hasOwn(otherNames, name)) return otherNames[name];
  const unit = name === "%" ? "percent" : bySymbol.get(name);
  return unit && of(unit);
}
