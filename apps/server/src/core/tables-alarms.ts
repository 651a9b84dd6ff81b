import type { AlarmEventKind } from "@verandah/contract/alarms.ts";
import type { Language } from "@verandah/contract/language.ts";
import type { ColumnType, Generated } from "kysely";

import type { Json } from "./tables-json.ts";

interface CampusLimits {
  campus_id: number;
  temperature_min_celsius: Generated<number>;
  temperature_max_celsius: Generated<number>;
  humidity_min_percent: Generated<number>;
  humidity_max_percent: Generated<number>;
  lux_min: Generated<number>;
  lux_max: Generated<number>;
  co2_max_ppm: Generated<number>;
  over_parked_minutes: Generated<number>;
  wastage_watts: Generated<number>;
}

interface LocationLimits {
  location_id: number;
  campus_id: number;
  temperature_min_celsius: number | null;
  temperature_max_celsius: number | null;
  humidity_min_percent: number | null;
  humidity_max_percent: number | null;
  lux_min: number | null;
  lux_max: number | null;
  co2_max_ppm: number | null;
  over_parked_minutes: number | null;
  wastage_watts: number | null;
}

interface LimitManners {
  campus_id: number;
  manners: ColumnType<unknown, string, string>;
}

interface AlarmConditions {
  cause: string;
  since: Date;
}

interface Alarms {
  id: Generated<number>;
  campus_id: number;
  location_id: number;
  device_id: number | null;
  edge_id: number | null;
  point_id: number | null;
  cause: string;
  code: number;
  message: string;
  source_name: string;
  value: number | null;
  limit_value: number | null;
  raised_at: Date;
  restored_at: Date | null;
  acknowledged_at: Date | null;
  acknowledged_by: number | null;
  ignored_at: Date | null;
  ignored_by: number | null;
  ignored_until: Date | null;
  is_critical: ColumnType<boolean, never, never>;
  explained_by: number | null;
  ignored_reason: Generated<string>;
  text_name: string | null;
  text_numbers: number[] | null;
  text_unit: string | null;
  offline_reason: string | null;
  is_imported: Generated<boolean>;
  evidence: Json;
}

interface AlarmEvents {
  id: ColumnType<string, never, never>;
  alarm_id: number;
  campus_id: number;
  at: Date;
  kind: AlarmEventKind;
  user_id: number | null;
  note: Generated<string>;
}

interface NotificationSettings {
  user_id: number;
  by_mail: "none" | "critical" | "all";
  in_browser: "none" | "critical" | "all";
  floor_ids: number[] | null;
  digest_minutes: number;
  language: Generated<Language>;
}

interface NotificationMails {
  user_id: number;
  told_event_id: string;
  sent_at: Date | null;
}

interface MailOutbox {
  id: ColumnType<string, never, never>;
  user_id: number;
  recipient: string;
  subject: string;
  body: string;
  created_at: Date;
  attempts: Generated<number>;
  next_try_at: Date;
  sent_at: Date | null;
  given_up_at: Date | null;
  failure: string | null;
}

/** The tables of alarms: what they go by, what became of them, and who is told. */
export interface AlarmTables {
  campus_limits: CampusLimits;
  location_limits: LocationLimits;
  limit_manners: LimitManners;
  alarm_conditions: AlarmConditions;
  alarms: Alarms;
  alarm_events: AlarmEvents;
  notification_settings: NotificationSettings;
  notification_mails: NotificationMails;
  mail_outbox: MailOutbox;
}
