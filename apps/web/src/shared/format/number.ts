import { i18n } from "@lingui/core";
import { unitSymbols as symbols } from "@verandah/contract/unit-symbols.ts";

/** How people here write units: air flow as on the plant's labels. */
const unitSymbols: Record<string, string> = { ...symbols, cubicFootPerMinute: "CFM" };

/** Digits after the point that the sensors of a unit are good for; whole numbers otherwise. */
const digits: Record<string, number> = {
  degC: 1,
  volt: 2,
  ampere: 1,
  hertz: 1,
  second: 1,
  kilowatt: 1,
  kilowattHour: 1,
};

/** How people write a unit; empty for what has none. A unit that is not known is shown as it came. */
export const unitSymbol = (unit: string): string => unitSymbols[unit] ?? unit;

/** A number and its unit in the user's language, e.g. `24.3 °C`; less than a second is in milliseconds. */
export function quantity(value: number, unit: string): string {
  if (symbolToUnit(unit) === "second" && value !== 0 && Math.abs(value) < 1)
    return `${numberText(value * 1_000)}\u00a0ms`;
  const symbol = unitSymbol(unit);
  const text = numberText(
    value,
    digits[unit] ?? digits[symbolToUnit(unit)] ?? digitsWithoutUnit(value, unit),
  );
  return symbol ? `${text}\u00a0${symbol}` : text;
}

/** A number in the user's language. */
export function numberText(value: number, fractionDigits = 0): string {
  return new Intl.NumberFormat(i18n.locale === "en" ? "en-IN" : `${i18n.locale}-IN`, {
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  }).format(value);
}

/** A bare number, such as a limit between two states, is shown as it is to one digit. */
function digitsWithoutUnit(value: number, unit: string): number {
  return unit === "none" && !Number.isInteger(value) ? 1 : 0;
}

/** A server may send the symbol itself. */
function symbolToUnit(symbol: string): string {
  return Object.entries(unitSymbols).find(([, known]) => known === symbol)?.[0] ?? symbol;
}

/** A plain decimal number as a person writes it, also while its decimals are still to come; NaN for anything else. */
export function decimalOf(text: string): number {
  return /^-?\d+([.,]\d*)?$/.test(text.trim()) ? Number(text.trim().replace(",", ".")) : Number.NaN;
}
