import { createContext, use } from "react";

export type SearchFields = Readonly<Record<string, unknown>>;
/** Fields to set; an undefined one is taken away. */
export type SearchChange = Readonly<Record<string, string | number | undefined>>;

/** The address of the page: that of the app's router, or of the farmer's page, which has no router. */
interface Address {
  readonly search: SearchFields;
  readonly change: (fields: SearchChange, options?: { replace?: boolean }) => void;
  /** The address with other fields, for a link. */
  readonly hrefWith: (fields: SearchChange) => string;
}

export const AddressContext = createContext<Address>({
  search: {},
  change: () => undefined,
  hrefWith: () => "",
});

/** The fields of the address's search, and how to change some of them while the screen stays where it is. */
export function useSearchState(): [SearchFields, Address["change"]] {
  const { search, change } = use(AddressContext);
  return [search, change];
}

/** A field as text; numbers arrive parsed. Undefined when it is absent or empty. */
export function searchText(value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return undefined;
  return String(value) || undefined;
}
