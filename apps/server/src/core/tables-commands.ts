import type { CommandOrigin, CommandState } from "@verandah/contract/commands.ts";
import type { Generated } from "kysely";

import type { Json } from "./tables-json.ts";

export interface CommandBatches {
  id: string;
  campus_id: number;
  user_id: number | null;
  origin: CommandOrigin["kind"];
  origin_name: string | null;
  reason: string | null;
  idempotency_key: string | null;
  series_id: string | null;
  content_sha256: Buffer | null;
  refused: Json;
  created_at: Date;
  override_until: Date | null;
}

export interface Commands {
  id: string;
  batch_id: string;
  position: Generated<number>;
  point_id: number;
  value: number | null;
  priority: number;
  state: CommandState;
  failure: string | null;
  read_back: number | null;
  user_id: number | null;
  created_at: Date;
  expires_at: Date;
  override_until: Date | null;
  before_value: number | null;
  sent_at: Date | null;
  acknowledged_at: Date | null;
  ended_at: Date | null;
  superseded_by: string | null;
  released_at: Date | null;
  winning_priority: number | null;
  lost_at: Date | null;
  lost_value: number | null;
}

export interface ForeignOverrides {
  point_id: number;
  priority: number;
  value: number;
  since: Date;
}
