import type { ZoneType } from "@verandah/contract/campuses.ts";
import type { RoleId } from "@verandah/contract/roles.ts";
import type { ColumnType, Generated } from "kysely";

import type { AlarmTables } from "./tables-alarms.ts";
import type { CommandBatches, Commands, ForeignOverrides } from "./tables-commands.ts";
import type { Json } from "./tables-json.ts";
import type { ScheduleTables } from "./tables-schedules.ts";

interface Campuses {
  id: Generated<number>;
  key: string;
  name: string;
  city: string;
  time_zone: string;
  latitude: number;
  longitude: number;
  site_sha256: string | null;
}

interface Locations {
  id: Generated<number>;
  uuid: Generated<string>;
  campus_id: number;
  parent_id: number | null;
  key: string;
  zone_type: ZoneType;
  name: string;
  floor_type: "wlms" | "parking" | null;
  building_id: number | null;
  floor_id: number | null;
  zone_id: number | null;
  outline: Json;
}

interface FloorPlans {
  floor_id: number;
  campus_id: number;
  version: number;
  drawing: Buffer | null;
  drawing_type: "image/svg+xml" | "image/png" | null;
  drawing_version: Generated<number>;
  changed_at: Date;
  changed_by: number;
}

interface FloorPlanOutlines {
  zone_id: number;
  floor_id: number;
  outline: Json;
}

interface FloorPlanPositions {
  device_id: number;
  floor_id: number;
  x: number | null;
  y: number | null;
}

interface Users {
  id: Generated<number>;
  campus_id: number;
  building_id: number;
  username: string;
  email: string | null;
  password_hash: string;
  role_id: RoleId;
  disabled_at: Date | null;
  last_login_at: Date | null;
  created_at: Date;
}

interface Sessions {
  id: string;
  user_id: number;
  is_guest: boolean;
  address: string;
  user_agent: string;
  created_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  end_reason: "logout" | "replaced" | "expired" | "password-changed" | "administrator" | null;
}

interface LoginFailures {
  username: string;
  address: string;
  failures: number;
  first_at: Date;
  last_at: Date;
  locked_until: Date | null;
}

interface PasswordResets {
  token_sha256: Buffer;
  user_id: number;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
}

interface ServerSecrets {
  name: string;
  value: string;
}

type FieldState = "unknown" | "online" | "offline";

interface Edges {
  id: Generated<number>;
  campus_id: number;
  ssid: string;
  name: string;
  kind: "gateway" | "device" | "importer";
  password_sha256: string;
  state: Generated<FieldState>;
  state_since: Date | null;
  software: string | null;
  outbox_pending: number | null;
  outbox_dropped: number | null;
  drivers: Json;
  clock_offset_ms: number | null;
}

interface Devices {
  id: Generated<number>;
  campus_id: number;
  edge_id: number;
  location_id: number;
  ssid: string;
  name: string;
  type: string;
  subsystem: string;
  position_x: number | null;
  position_y: number | null;
  state: Generated<FieldState>;
  state_since: Date | null;
  reported_state: "online" | "offline" | null;
  latency_ms: number | null;
  missed_polls: number | null;
  offline_since: Date | null;
  reported_reason: string | null;
  fed_by: number | null;
}

interface PumpCustomers {
  user_id: number;
  device_id: number;
}

interface Points {
  id: Generated<number>;
  device_id: number;
  param_id: string;
  unit: string;
  kind: "reading" | "setpoint" | "command";
  interval_ms: number;
  min_value: number | null;
  max_value: number | null;
  deadband: Generated<number>;
}

interface Reading {
  point_id: number;
  at: Date;
  value: number;
  quality: number;
}

interface Latest extends Reading {
  changed_at: Generated<Date>;
}

interface Journal {
  id: Generated<string>;
  size: number;
  stored_at: Generated<Date>;
}

interface OpenHours {
  hour: number;
  changed_at: Date;
}

interface Chunk {
  point_id: number;
  hour: number;
  offsets: number[];
  values: number[];
  qualities: number[] | null;
}

interface HourRollup {
  point_id: number;
  hour: number;
  count: number;
  min: number;
  max: number;
  sum: number;
}

interface Misdated {
  point_id: number;
  at: Date;
  arrived_at: Date;
  value: number;
}

interface UnknownPoints {
  edge_id: number;
  device: string;
  point: string;
  count: string;
  last_at: Date;
}

interface Audit {
  id: ColumnType<string, never, never>;
  at: Date;
  campus_id: number | null;
  user_id: number | null;
  session_id: string | null;
  address: string;
  action: string;
  target: string;
  server: Generated<string>;
  before: Json;
  after: Json;
}

/** The whole schema, as the migrations leave it. */
export interface Tables extends AlarmTables, ScheduleTables {
  campuses: Campuses;
  locations: Locations;
  floor_plans: FloorPlans;
  floor_plan_outlines: FloorPlanOutlines;
  floor_plan_positions: FloorPlanPositions;
  users: Users;
  sessions: Sessions;
  login_failures: LoginFailures;
  password_resets: PasswordResets;
  server_secrets: ServerSecrets;
  edges: Edges;
  devices: Devices;
  pump_customers: PumpCustomers;
  points: Points;
  readings: Reading;
  latest: Latest;
  readings_journal: Journal;
  readings_open_hours: OpenHours;
  readings_chunk: Chunk;
  readings_1h: HourRollup;
  readings_misdated: Misdated;
  unknown_points: UnknownPoints;
  command_batches: CommandBatches;
  commands: Commands;
  foreign_overrides: ForeignOverrides;
  audit: Audit;
}
