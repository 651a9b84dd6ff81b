/** A unit: its value times `scale`, plus `offset`, is the value in the first unit of its quantity. */
interface UnitFacts {
  quantity: string;
  symbol: string;
  scale: number;
  offset: number;
  /** Number of BACnetEngineeringUnits. Source: ASHRAE 135 §21. */
  bacnet?: number | undefined;
  /** Accuracy of sensors with this unit, digits after the point. */
  decimals: number;
}

const of = (
  quantity: string,
  symbol: string,
  bacnet?: number,
  scale = 1,
  decimals = 0,
  offset = 0,
): UnitFacts => ({ quantity, symbol, bacnet, scale, decimals, offset });

const KELVIN_AT_0_CELSIUS = 273.15;
const CELSIUS_PER_FAHRENHEIT = 5 / 9;
const CUBIC_METRE_PER_CUBIC_FOOT = 0.028_316_846_592;
const LITRE_PER_US_GALLON = 3.785_411_784;
const LITRE_PER_IMPERIAL_GALLON = 4.546_09;
const METRE_PER_FOOT = 0.3048;
const KILOGRAM_PER_POUND = 0.453_592_37;
/** International table. */
const WATT_HOUR_PER_BTU = 0.293_071_07;
const MINUTE = 60;
const HOUR = 3_600;

/**
 * Every unit that a point may have, by quantity. Names after QUDT, in camelCase. The first unit of a quantity is its base.
 * Source: ASHRAE 135 §21 (the units), NIST SP 811 appendix B (the factors).
 */
export const units = {
  degC: of("temperature", "°C", 62, 1, 1),
  degF: of("temperature", "°F", 64, CELSIUS_PER_FAHRENHEIT, 1, -32 * CELSIUS_PER_FAHRENHEIT),
  kelvin: of("temperature", "K", 63, 1, 1, -KELVIN_AT_0_CELSIUS),
  deltaKelvin: of("temperature difference", "K", 121, 1, 1),
  deltaDegF: of("temperature difference", "°F", 120, CELSIUS_PER_FAHRENHEIT, 1),
  percentRh: of("relative humidity", "%", 29),
  percent: of("ratio", "%", 98),
  ppm: of("concentration", "ppm", 96),
  ppb: of("concentration", "ppb", 97, 1e-3),
  microgramPerCubicMetre: of("mass concentration", "µg/m³", 219),
  milligramPerCubicMetre: of("mass concentration", "mg/m³", 218, 1_000, 2),
  gramPerKilogram: of("humidity ratio", "g/kg", 28, 1, 1),
  lux: of("illuminance", "lx", 37),
  footCandle: of("illuminance", "fc", 38, 10.763_91),
  lumen: of("luminous flux", "lm", 36),
  pascal: of("pressure", "Pa", 53),
  hectopascal: of("pressure", "hPa", 133, 100, 1),
  millibar: of("pressure", "mbar", 134, 100, 1),
  kilopascal: of("pressure", "kPa", 54, 1_000, 1),
  bar: of("pressure", "bar", 55, 100_000, 2),
  psi: of("pressure", "psi", 56, 6_894.757, 1),
  inchOfWater: of("pressure", "inH₂O", 58, 249.088_9, 2),
  centimetreOfWater: of("pressure", "cmH₂O", 57, 98.066_5, 1),
  millimetreOfMercury: of("pressure", "mmHg", 59, 133.322_4, 1),
  inchOfMercury: of("pressure", "inHg", 61, 3_386.389, 2),
  volt: of("voltage", "V", 5, 1, 2),
  millivolt: of("voltage", "mV", 124, 1e-3),
  kilovolt: of("voltage", "kV", 6, 1_000, 2),
  ampere: of("current", "A", 3, 1, 1),
  milliampere: of("current", "mA", 2, 1e-3),
  ohm: of("resistance", "Ω", 4),
  kiloohm: of("resistance", "kΩ", 122, 1_000, 2),
  watt: of("power", "W", 47),
  milliwatt: of("power", "mW", 132, 1e-3),
  kilowatt: of("power", "kW", 48, 1_000, 1),
  megawatt: of("power", "MW", 49, 1e6, 2),
  btuPerHour: of("power", "BTU/h", 50, WATT_HOUR_PER_BTU),
  horsepower: of("power", "hp", 51, 745.699_9, 1),
  tonOfRefrigeration: of("power", "TR", 52, 3_516.853, 1),
  voltAmpere: of("apparent power", "VA", 8),
  kilovoltAmpere: of("apparent power", "kVA", 9, 1_000, 1),
  megavoltAmpere: of("apparent power", "MVA", 10, 1e6, 2),
  voltAmpereReactive: of("reactive power", "var", 11),
  kilovoltAmpereReactive: of("reactive power", "kvar", 12, 1_000, 1),
  kilowattHour: of("energy", "kWh", 19, 1, 1),
  wattHour: of("energy", "Wh", 18, 1e-3),
  megawattHour: of("energy", "MWh", 146, 1_000, 2),
  joule: of("energy", "J", 16, 1e-3 / HOUR),
  kilojoule: of("energy", "kJ", 17, 1 / HOUR),
  megajoule: of("energy", "MJ", 126, 1_000 / HOUR, 1),
  btu: of("energy", "BTU", 20, WATT_HOUR_PER_BTU / 1_000),
  tonHour: of("energy", "TRh", 22, 3.516_853, 1),
  kilovoltAmpereHour: of("apparent energy", "kVAh", 240, 1, 1),
  kilovoltAmpereHourReactive: of("reactive energy", "kvarh", 243, 1, 1),
  hertz: of("frequency", "Hz", 27, 1, 1),
  revolutionPerMinute: of("frequency", "rpm", 104, 1 / MINUTE),
  kilohertz: of("frequency", "kHz", 129, 1_000, 1),
  litrePerSecond: of("volume flow", "l/s", 87),
  litrePerMinute: of("volume flow", "l/min", 88, 1 / MINUTE),
  litrePerHour: of("volume flow", "l/h", 136, 1 / HOUR),
  cubicMetrePerSecond: of("volume flow", "m³/s", 85, 1_000, 2),
  cubicMetrePerHour: of("volume flow", "m³/h", 135, 1_000 / HOUR, 1),
  cubicFootPerMinute: of("volume flow", "CFM", 84, (1_000 * CUBIC_METRE_PER_CUBIC_FOOT) / MINUTE),
  cubicFootPerSecond: of("volume flow", "ft³/s", 142, 1_000 * CUBIC_METRE_PER_CUBIC_FOOT, 1),
  usGallonPerMinute: of("volume flow", "gpm", 89, LITRE_PER_US_GALLON / MINUTE),
  imperialGallonPerMinute: of("volume flow", "imp gpm", 86, LITRE_PER_IMPERIAL_GALLON / MINUTE),
  litre: of("volume", "l", 82),
  cubicMetre: of("volume", "m³", 80, 1_000, 1),
  cubicFoot: of("volume", "ft³", 79, 1_000 * CUBIC_METRE_PER_CUBIC_FOOT, 1),
  usGallon: of("volume", "gal", 83, LITRE_PER_US_GALLON),
  imperialGallon: of("volume", "imp gal", 81, LITRE_PER_IMPERIAL_GALLON),
  kilogramPerSecond: of("mass flow", "kg/s", 42, 1, 1),
  kilogramPerHour: of("mass flow", "kg/h", 44, 1 / HOUR),
  poundPerHour: of("mass flow", "lb/h", 46, KILOGRAM_PER_POUND / HOUR),
  kilogram: of("mass", "kg", 39, 1, 1),
  pound: of("mass", "lb", 40, KILOGRAM_PER_POUND, 1),
  metrePerSecond: of("speed", "m/s", 74, 1, 1),
  kilometrePerHour: of("speed", "km/h", 75, 1_000 / HOUR, 1),
  footPerMinute: of("speed", "ft/min", 77, METRE_PER_FOOT / MINUTE),
  metre: of("length", "m", 31, 1, 2),
  centimetre: of("length", "cm", 118, 0.01, 1),
  millimetre: of("length", "mm", 30, 1e-3),
  inch: of("length", "in", 32, 0.0254, 1),
  foot: of("length", "ft", 33, METRE_PER_FOOT, 1),
  squareMetre: of("area", "m²", 0, 1, 1),
  squareFoot: of("area", "ft²", 1, METRE_PER_FOOT ** 2),
  wattPerSquareMetre: of("irradiance", "W/m²", 35),
  wattPerSquareFoot: of("irradiance", "W/ft²", 34, 1 / METRE_PER_FOOT ** 2, 1),
  kilojoulePerKilogram: of("enthalpy", "kJ/kg", 149, 1, 1),
  decibel: of("sound level", "dB", 199, 1, 1),
  decibelA: of("weighted sound level", "dB(A)", 232),
  degree: of("angle", "°", 90),
  second: of("time", "s", 73, 1, 1),
  millisecond: of("time", "ms", 159, 1e-3),
  minute: of("time", "min", 72, MINUTE),
  hour: of("time", "h", 71, HOUR),
  day: of("time", "d", 70, 24 * HOUR),
  /** States, counts and factors such as the power factor. */
  none: of("number", "", 95),
};
export type Unit = keyof typeof units;

export const isUnit = (code: string): code is Unit => Object.hasOwn(units, code);
const known: readonly Unit[] = Object.keys(units).filter(isUnit);
export const unitCodes: readonly [Unit, ...Unit[]] = ["none", ...known.filter((code) => code !== "none")];

/** The symbol of a unit; an unknown unit as it is. */
export const symbolOf = (unit: string): string => (isUnit(unit) ? units[unit].symbol : unit);

/** A unit after a number, with a space before it; nothing for `none`. */
export function unitAfterNumber(unit: string | undefined): string {
  const symbol = symbolOf(unit ?? "none");
  return symbol && ` ${symbol}`;
}

/** Source: ASHRAE 135 §21, BACnetEngineeringUnits power-factor. */
const POWER_FACTOR = 15;

/** The unit of a BACnet object by its number; an object without a number has none. Undefined for a number that is not in the catalogue. */
export function unitOfBacnet(engineeringUnits: number | undefined): Unit | undefined {
  if (engineeringUnits === undefined || engineeringUnits === POWER_FACTOR) return "none";
  return known.find((code) => units[code].bacnet === engineeringUnits);
}

/** Converts values between two units of one quantity. */
export interface Conversion {
  scale: number;
  offset: number;
}

/** The conversion of a value in `from` to `to`: value × scale + offset. Undefined when they measure different quantities. */
export function conversionOf(from: Unit, to: Unit): Conversion | undefined {
  const [source, target] = [units[from], units[to]];
  if (source.quantity !== target.quantity) return undefined;
  return { scale: source.scale / target.scale, offset: (source.offset - target.offset) / target.scale };
}
