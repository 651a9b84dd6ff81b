import { msg, type Text } from "@verandah/texts/msg.ts";

/** Texts of a pump's monthly statement, on its screen and in its files. `{0}` is a number, a day or a time. */
export const statementTexts = {
  title: msg`Monthly statement`,
  pump: msg`Solar pump`,
  customer: msg`Customer`,
  "no-customer": msg`Not mapped to a customer`,
  month: msg`Month`,
  "until-now": msg`Until now: {0}. The month is not over.`,
  issued: msg`Issued`,
  date: msg`Date`,
  litres: msg`Water (L)`,
  runHours: msg`Run time (h)`,
  kilowattHour: msg`Energy (kWh)`,
  completeness: msg`Readings (%)`,
  total: msg`Whole month`,
  "total-until-now": msg`Month until now`,
  "total-from": msg`From {0}`,
  measured: msg`measured`,
  estimated: msg`estimated`,
  missing: msg`missing`,
  "missing-days": msg`days missing: {0}`,
  "by-day": msg`By day`,
  "how-counted": msg`How the values are calculated`,
  rule: msg`Values are calculated in quarters of an hour. Measured: all quarters have readings. Estimated: a gap of up to 2 hours gets the mean of both sides; the water of a longer gap within a day comes from the pump's counter; a gap between 17:00 and 08:00 counts as no pumping if the motor was off before and after it. Missing: a longer gap, or readings in less than 40 % of the day. The month is the sum of the known days; it is marked missing if a day is missing.`,
  signature: msg`Signature (Ed25519)`,
  key: msg`Key {0}. The server publishes it at /v1/pumps/statement-key. The signed text is attached to this file.`,
} as const satisfies Record<string, Text>;
export type StatementText = keyof typeof statementTexts;
