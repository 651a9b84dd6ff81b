import { getTrend } from "@verandah/contract/telemetry/telemetry.ts";

import type { Rig } from "./rig.ts";

export const TREND_BUCKETS = 300;

/** Requests the trend of a point over HTTP. @returns the whole reply, as text. @throws Error when it is refused */
export async function requestTrend(
  rig: Rig,
  point: { readonly ssid: string; readonly paramId: string },
  range: { readonly fromMs: number; readonly untilMs: number },
): Promise<string> {
  const query = new URLSearchParams({
    param_id: point.paramId,
    from: new Date(range.fromMs).toISOString(),
    to: new Date(range.untilMs).toISOString(),
    buckets: String(TREND_BUCKETS),
  });
  const url = `${rig.url}${getTrend.path.replace(":ssid", point.ssid)}?${query.toString()}`;
  const reply = await fetch(url, { headers: { authorization: `Bearer ${rig.users.token}` } });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`A trend was answered ${reply.status}: ${text}`);
  return text;
}
