const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format takes a hundred times as long as using it. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  formats.set(timeZone, format);
  return format;
}

/** Date and time in a zone, e.g. `2026-01-05 13:30:00`. Source: spec 2 §3 Measured_time. */
export function localTime(at: Date, timeZone: string): string {
  return formatOf(timeZone).format(at);
}
