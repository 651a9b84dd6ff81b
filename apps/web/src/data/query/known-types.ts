import { typeOf } from "@verandah/equipment/catalogue.ts";
import type { BuiltInType } from "@verandah/equipment/define.ts";
import type { EquipmentType } from "@verandah/equipment/schema.ts";

/** A type of equipment, built in or of the campus. */
export type KnownType = BuiltInType | EquipmentType;

/** A type by its name; undefined for an unknown one. */
export function findType(siteTypes: readonly EquipmentType[], type: string): KnownType | undefined {
  return typeOf(type) ?? siteTypes.find((one) => one.type === type);
}
