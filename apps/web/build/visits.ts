/** The files of a first visit. */
interface Visit {
  readonly name: string;
  /** Maximum JavaScript with Brotli, KiB. */
  readonly maxKib: number;
  /** Maximum size of everything except data with gzip, in each language, bytes. */
  readonly maxPageBytes?: number;
  /** Modules that the page loads on demand during the visit, by the ends of their paths. */
  readonly modules: readonly string[];
}

/** Visits for which the first file of a language's texts is sufficient. */
export const firstVisits: readonly Visit[] = [
  { name: "the login", maxKib: 140, modules: [] },
  {
    name: "the first page of a farmer's phone",
    maxKib: 154,
    maxPageBytes: 195_000,
    modules: ["/app/first-page.ts"],
  },
];

export const visits: readonly Visit[] = [
  ...firstVisits,
  {
    name: "the overview",
    maxKib: 220,
    modules: ["/app/first-page.ts", "/shell/menus.tsx", "/app/building-dashboard-screen.tsx"],
  },
];

interface Chunk {
  readonly fileName: string;
  readonly facadeModuleId: string | null;
  readonly imports: readonly string[];
}

/** The scripts that a visit loads: those of the page itself and of the visit's modules, and all that they import. */
export function scriptsOf<C extends Chunk>(
  { modules }: Visit,
  all: readonly C[],
  isOfPage: (chunk: C) => boolean,
): Set<C> {
  const found = new Set(
    all.filter(
      (chunk) => isOfPage(chunk) || modules.some((end) => chunk.facadeModuleId?.endsWith(end) === true),
    ),
  );
  for (const chunk of found) for (const one of all) if (chunk.imports.includes(one.fileName)) found.add(one);
  return found;
}
