/**
 * Whether a text is the name of an IANA time zone, such as Asia/Kolkata. An offset such as +05:30 is none: it knows no clock changes, and the
 * database reads its sign the other way.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
