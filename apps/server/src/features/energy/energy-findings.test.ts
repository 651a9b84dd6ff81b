import type { listEnergyFindings } from "@verandah/contract/energy/energy-overview.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { expect, test } from "vitest";

import { startEnergy } from "../../testing/benches/energy-bench.ts";

const TODAY = "from=2026-01-05&to=2026-01-05";

const raise = (
  bench: Awaited<ReturnType<typeof startEnergy>>,
  key: string,
  raised: string,
  restored: string | null,
) =>
  bench.app.query(
    `insert into alarms (campus_id, location_id, subject_kind, rule, code, message, source_name, limit_value, raised_at, restored_at)
     select campus_id, id, 'place', $2::text, 251, 'waste', 'T-E1', 3000, $2::timestamptz, $3::timestamptz from locations where key = $1`,
    [key, raised, restored],
  );

test("an empty floor's energy above its limit is a finding with its cost so far", async () => {
  await using bench = await startEnergy({ meters: { "T-E1": "T/g", "T-E2": "T/g" } });
  await bench.count("T-E1", -1, 48, (quarter) => 1_000 + quarter);
  await bench.count("T-E2", -1, 48, (quarter) => 1_000 + quarter / 4);
  await raise(bench, "T/g", "2026-01-05T04:30:00Z", null);
  await raise(bench, "T/g", "2026-01-04T20:30:00Z", "2026-01-04T21:30:00Z");
  await raise(bench, "T/f1", "2025-12-04T20:30:00Z", "2025-12-04T21:30:00Z");
  const findings = await bench.get<ReplyOf<typeof listEnergyFindings>>(`findings?${TODAY}`);
  expect(findings).toHaveLength(2);
  expect(findings[0]).toMatchObject({ place: "Ground", to: null, limitKilowatt: 3, meter: "Device T-E1" });
  // 5 kW for two hours, of which 3 kW are accepted.
  expect(findings[0]?.kilowattHour).toBeCloseTo(4, 5);
  expect(findings[0]?.rupees).toBeCloseTo(4 * 8, 5);
  expect(findings[1]?.rupees).toBeCloseTo(2 * 5, 5);
});

const eightKilowatt = (quarter: number) => 1_000 + 2 * quarter;

test("an outage adds no energy to the waste of an empty floor", async () => {
  await using bench = await startEnergy({ meters: { "T-E1": "T/g" } });
  // Between 10:00 and 11:15 there is no reading.
  await bench.count("T-E1", -1, 41, eightKilowatt);
  await bench.count("T-E1", 45, 48, eightKilowatt);
  await raise(bench, "T/g", "2026-01-05T04:30:00Z", "2026-01-05T06:00:00Z");
  const [finding] = await bench.get<ReplyOf<typeof listEnergyFindings>>(`findings?${TODAY}`);
  // 8 kW for the quarter from 11:15, of which 3 kW are accepted.
  expect(finding?.kilowattHour).toBeCloseTo(1.25, 5);
});
