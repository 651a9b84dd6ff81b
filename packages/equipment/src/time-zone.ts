/**
 * Whether a text is the name of an IANA time zone, such as Asia/Kolkata. An offset such as +05:30 is none: it knows no clock changes, and the
 * database reads its sign the other way. An abbreviation has another meaning in the database.
 */
export function isTimeZone(name: string): boolean {
  if (name !== "UTC" && !/^[A-Za-z]+\/[\w+/-]+$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).format() !== "";
  } catch {
    return false;
  }
}
