import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";

export type SearchFields = Readonly<Record<string, unknown>>;
/** Fields to set; an undefined one is taken away. */
export type SearchChange = Readonly<Record<string, string | number | undefined>>;

/** The fields of the address's search, and how to change some of them while the screen stays where it is. */
export function useSearchState(): [
  SearchFields,
  (change: SearchChange, options?: { replace?: boolean }) => void,
] {
  const search: SearchFields = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = useCallback(
    (fields: SearchChange, { replace = false }: { replace?: boolean } = {}) => {
      void navigate({
        to: ".",
        search: (before: SearchFields) => ({ ...before, ...fields }),
        replace,
        resetScroll: false,
      });
    },
    [navigate],
  );
  return [search, change];
}

/** A field as text; numbers arrive parsed. Undefined when it is absent or empty. */
export function searchText(value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return undefined;
  return String(value) || undefined;
}
