import { i18n } from "@lingui/core";
import { isUnit, symbolOf, type Unit, unitCodes, units } from "@verandah/equipment/units.ts";

/** A number and its unit in the user's language, e.g. `24.3 °C`, with the digits of its unit unless given; less than a second is in milliseconds. */
export function quantity(value: number, unit: string, fractionDigits?: number): string {
  const known = unitOf(unit);
  if (known === "second" && value !== 0 && Math.abs(value) < 1) return `${numberText(value * 1_000)}\u00a0ms`;
  const symbol = symbolOf(unit);
  const digits = fractionDigits ?? ((known && units[known].decimals) || digitsWithoutUnit(value, unit));
  const text = numberText(value, digits);
  return symbol ? `${text}\u00a0${symbol}` : text;
}

/** The user's language with the region that the browser gives it; with India when it gives none. */
const numberLocale = () =>
  navigator.languages.find((tag) => tag.startsWith(`${i18n.locale}-`)) ?? `${i18n.locale}-IN`;

/** From this size on a number has an exponent, because a double does not store all of its digits. */
const EXPONENT_FROM = 1e15;

/** A number in the user's language, with groups of digits as in the user's region. */
export function numberText(value: number, fractionDigits = 0): string {
  if (Math.abs(value) >= EXPONENT_FROM)
    return new Intl.NumberFormat(numberLocale(), { notation: "scientific", maximumFractionDigits: 2 }).format(
      value,
    );
  return new Intl.NumberFormat(numberLocale(), {
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  }).format(value);
}

/** An amount of money, e.g. `₹ 1,234`. */
export const rupeesText = (rupees: number): string => `₹\u00a0${numberText(rupees)}`;

/** Digits of a difference, as few as distinguish it from its tolerance. */
const DIFFERENCE_DIGITS = [1, 2, 3];

/** The size of a difference with one digit, or with as many as show that it is larger than `within`. */
export function differenceText(difference: number, within: number): string {
  const size = Math.abs(difference);
  const enough = DIFFERENCE_DIGITS.find((digits) => Number(size.toFixed(digits)) > within);
  return numberText(size, size > within ? (enough ?? DIFFERENCE_DIGITS.at(-1)) : 1);
}

/** A number without a unit, such as a limit between two states, is shown with up to one digit. */
function digitsWithoutUnit(value: number, unit: string): number {
  return unit === "none" && !Number.isInteger(value) ? 1 : 0;
}

/** A server may send the symbol itself. */
const unitOf = (unit: string): Unit | undefined =>
  isUnit(unit) ? unit : unitCodes.find((code) => symbolOf(code) === unit);

/** A plain decimal number as typed, also with decimals still missing; NaN for anything else. */
export function decimalOf(text: string): number {
  return /^-?\d+([.,]\d*)?$/.test(text.trim()) ? Number(text.trim().replace(",", ".")) : Number.NaN;
}
