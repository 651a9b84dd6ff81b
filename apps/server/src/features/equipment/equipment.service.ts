import type {
  listEquipmentTypes as listEquipmentTypesRoute,
  listSystems as systemsRoute,
} from "@verandah/contract/equipment.ts";
import type { InputOf } from "@verandah/contract/route.ts";
import { alarmNames, builtInTypes, findType, type KnownType, typeOf } from "@verandah/equipment/catalogue.ts";
import type { BuiltInType } from "@verandah/equipment/define.ts";
import { guidance } from "@verandah/equipment/guidance.ts";
import { type EquipmentType, equipmentType } from "@verandah/equipment/schema.ts";

import { asService, type ActorCtx, type Ctx, type Service } from "#core/ctx.ts";

import * as repository from "./equipment.repository.ts";

/** A type that a campus adds. */
export interface SiteType {
  campusId: number;
  type: EquipmentType;
}

let builtIn: readonly EquipmentType[] | undefined;

/** Built-in types with the guidance of their alarms. Created at the first call, so that they do not delay the start. */
const listBuiltIn = () =>
  (builtIn ??= builtInTypes.map((type: BuiltInType) =>
    equipmentType.parse({
      ...type,
      alarms: Object.fromEntries(
        alarmNames.flatMap((name) =>
          type.alarms[name] ? [[name, { ...type.alarms[name], guidance: guidance[name] }]] : [],
        ),
      ),
    }),
  ));

/** The types that campuses add, of all campuses or of one. */
export async function listSiteTypes(ctx: Ctx, campusId?: number): Promise<SiteType[]> {
  const rows = await repository.listSiteTypes(ctx.db, campusId);
  return rows.map((row) => ({ campusId: row.campusId, type: equipmentType.parse(row.definition) }));
}

/** A type of devices of a campus by its name; undefined for an unknown name. */
export async function getType(ctx: Ctx, campusId: number, type: string): Promise<KnownType | undefined> {
  return typeOf(type) ?? findType(await listTypesOf(ctx, campusId), type);
}

/** The types that a campus adds. */
export const listTypesOf = async (ctx: Ctx, campusId: number): Promise<EquipmentType[]> =>
  (await listSiteTypes(ctx, campusId)).map(({ type }) => type);

/** Built-in types, and those that the caller's campus adds. */
export async function listEquipmentTypes(
  ctx: ActorCtx,
  { origin }: InputOf<typeof listEquipmentTypesRoute> = {},
): Promise<EquipmentType[]> {
  const own = await listTypesOf(ctx, ctx.actor.campusId);
  return origin === "site" ? own : [...listBuiltIn(), ...own];
}

/** What the caller's campus has. A system exists with its first device, and ends with its last. */
export const listSystems: Service<typeof systemsRoute> = ({ db, actor }) =>
  repository.listSystems(db, actor.campusId);

/** Stores the types of a site file. */
export const saveSiteTypes = asService(repository.upsertSiteTypes);
