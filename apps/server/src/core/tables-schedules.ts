import type { OnOff } from "@verandah/contract/recurring-schedules.ts";
import type {
  DayKind,
  OccurrenceAction,
  OccurrenceKind,
  OccurrenceReason,
  OccurrenceState,
} from "@verandah/contract/schedule-days.ts";
import type { ScheduleType } from "@verandah/contract/schedules.ts";
import type { ColumnType, Generated } from "kysely";

interface Schedules {
  id: Generated<number>;
  campus_id: number;
  building_id: number;
  floor_id: number;
  zone_ids: number[];
  type: ScheduleType;
  title: string;
  action: 0 | 1 | 2;
  intensity: number;
  starts_at: Date;
  ends_at: Date;
  created_by: number | null;
  created_at: Date;
  deleted_at: Date | null;
}

interface RecurringSchedules {
  building_id: number;
  time_data: ColumnType<OnOff[], string, string>;
  week_data: number[];
  changed_at: Date;
}

interface ScheduleDays {
  id: Generated<number>;
  campus_id: number;
  building_id: number;
  /** `2026-01-05`; read as text, because the driver would make an instant of it. */
  day: string;
  kind: DayKind;
  name: string;
  time_data: ColumnType<OnOff[], string, string>;
  created_at: Date;
}

interface SchedulePlans {
  building_id: number;
  type: ScheduleType;
  planned_until: Date;
}

interface Occurrences {
  id: Generated<string>;
  campus_id: number;
  building_id: number;
  type: ScheduleType;
  kind: OccurrenceKind;
  source_id: number;
  name: string;
  action: OccurrenceAction;
  at: Date;
  state: OccurrenceState;
  reason: OccurrenceReason | null;
  detail: Generated<string>;
  attempts: Generated<number>;
  told_at: ColumnType<Date | null, never, Date | null>;
  next_look_at: Date;
  ended_at: Date | null;
}

interface OccurrenceUnits {
  occurrence_id: string;
  device_id: number;
  value: number | null;
  command_id: string | null;
  refusal: string | null;
}

interface ScheduleDeviations {
  device_id: number;
  series_id: Generated<string>;
  wanted: number | null;
  since: Date | null;
  tries: Generated<number>;
  next_try_at: Date;
}

/** Schedules and what they bring about. */
export interface ScheduleTables {
  schedules: Schedules;
  recurring_schedules: RecurringSchedules;
  schedule_days: ScheduleDays;
  schedule_plans: SchedulePlans;
  occurrences: Occurrences;
  occurrence_units: OccurrenceUnits;
  schedule_deviations: ScheduleDeviations;
}
