/** In natural order: Pump 2 before Pump 10. */
export const byName = <Named extends { name: string }>(all: readonly Named[]): Named[] =>
  all.toSorted((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
