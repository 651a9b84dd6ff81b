import { listAirUnits } from "@verandah/contract/hvac/hvac.ts";
import { expect, test } from "vitest";

import { aVav } from "../testing/air-units.ts";
import { serve } from "../testing/serve.ts";
import { airUnitsQuery } from "./hvac.queries.ts";
import { createQueryClient } from "./query/query-client.ts";

const at = (minute: number, value: number) => ({
  param_id: "vav_damper_mode_sp",
  param_value: value,
  measured_time: `2026-01-05T08:0${minute}:00.000Z`,
  unit: "none" as const,
  quality: "good" as const,
});

test("a reply leaves the newer values that the live stream brought before it", async () => {
  const queryClient = createQueryClient();
  const query = airUnitsQuery(1);
  const unitAt = (minute: number, value: number) => ({ ...aVav(), values: [at(minute, value)] });
  const load = async (minute: number, value: number) => {
    serve(listAirUnits, { floors: [], units: [unitAt(minute, value)] });
    return (await queryClient.fetchQuery({ ...query, staleTime: 0 })).units[0]?.values;
  };
  expect(await load(1, 0)).toEqual([at(1, 0)]);
  queryClient.setQueryData(query.queryKey, { floors: [], units: [unitAt(3, 1)] });
  expect(await load(2, 0)).toEqual([at(3, 1)]);
  expect(await load(3, 0)).toEqual([at(3, 0)]);
  expect(await load(4, 0)).toEqual([at(4, 0)]);
});
