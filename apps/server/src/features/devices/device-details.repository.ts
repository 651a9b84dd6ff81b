import type { OfflineReason } from "@verandah/contract/devices/devices.ts";
import { sql } from "kysely";

import { type Db, queryRow } from "#core/db.ts";

import { offlineReason } from "./device-states.repository.ts";

type FieldState = "online" | "offline" | "unknown";

type RelatedDevice = { ssid: string; name: string; type: string; state: FieldState };
const related = sql`json_build_object('ssid', r.ssid, 'name', r.name, 'type', r.type, 'state', r.state)`;

export interface DeviceDetails {
  ssid: string;
  name: string;
  type: string;
  state: FieldState;
  stateSince: Date | null;
  offlineReason: OfflineReason | null;
  floorId: number | null;
  path: string[];
  edge: { ssid: string; name: string; kind: "gateway" | "device" | "importer"; state: FieldState };
  fedBy: RelatedDevice | null;
  feeds: RelatedDevice[];
  beside: RelatedDevice[];
  points: { param_id: string; kind: "reading" | "setpoint" | "command"; sentUnit?: string }[];
}

/** A device of one campus with its place, edge and points. */
export function findDeviceDetails(db: Db, campusId: number, ssid: string) {
  return queryRow(db)<DeviceDetails>`
    select d.ssid, d.name, d.type, d.state, d.state_since, ${offlineReason} as "offlineReason", l.floor_id,
      array(select s.name from locations s where s.id in (l.building_id, l.floor_id, l.zone_id, l.id)
        order by (s.id = l.building_id) desc nulls last, (s.id = l.floor_id) desc nulls last, (s.id = l.zone_id) desc nulls last) as path,
      json_build_object('ssid', e.ssid, 'name', e.name, 'kind', e.kind, 'state', e.state) as edge,
      (select ${related} from devices r where r.id = d.fed_by and r.removed_at is null) as "fedBy",
      array(select ${related} from devices r where r.fed_by = d.id and r.removed_at is null order by r.name) as feeds,
      array(select ${related} from devices r where r.location_id = l.id and l.zone_id is not null and r.id <> d.id and r.is_active and r.removed_at is null order by r.name) as beside,
      array(select json_strip_nulls(json_build_object('param_id', p.param_id, 'kind', p.kind, 'sentUnit', p.sent_unit)) from points p where p.device_id = d.id and p.hidden_at is null order by p.id) as points
    from devices d join locations l on l.id = d.location_id join edges e on e.id = d.edge_id
    where d.campus_id = ${campusId} and d.ssid = ${ssid} and d.removed_at is null`;
}
