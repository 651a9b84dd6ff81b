import { findType } from "@verandah/equipment/catalogue.ts";

import { useSiteTypes } from "#data/equipment.queries.ts";

import { useLanguage } from "./use-language.ts";

/** The name of a type, built in or of the site, in the user's language; the type itself while it is unknown. */
export function useTypeName(): (type: string) => string {
  const language = useLanguage();
  const siteTypes = useSiteTypes();
  return (type) => {
    const name = findType(siteTypes, type)?.name;
    return name?.[language] ?? name?.en ?? type;
  };
}
