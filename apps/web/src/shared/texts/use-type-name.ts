import { findType } from "@verandah/equipment/catalogue.ts";

import { useSiteTypes } from "../equipment/site-types.ts";
import { useLanguage } from "./use-language.ts";

/** The name of a type, built in or of the site, or of one of its devices, in the user's language; the type itself while it is unknown. */
export function useTypeName(): (type: string, count?: "one" | "many") => string {
  const language = useLanguage();
  const siteTypes = useSiteTypes();
  return (type, count = "many") => {
    const known = findType(siteTypes, type);
    const name = (count === "one" ? known?.singular : undefined) ?? known?.name;
    return name?.[language] ?? name?.en ?? type;
  };
}
