import type { ReportId } from "@verandah/contract/reports/reports.ts";
import { expect } from "vitest";

import type { startTestApp } from "../start-test-app.ts";

type Client = Awaited<ReturnType<Awaited<ReturnType<typeof startTestApp>>["as"]>>;

/** 5 January 2026 in the test campus, as the range of a report. */
export const DAY = "from=2026-01-04T18:30:00Z&to=2026-01-05T18:30:00Z";

/** The first page of a report. */
export async function rowsOf(user: Client, report: ReportId, query = DAY) {
  const answer = await user.get(`/v1/reports/${report}?${query}`);
  expect([report, answer.statusCode]).toEqual([report, 200]);
  return answer.json<{ rows: Record<string, unknown>[]; total: number; isTotalExact: boolean }>();
}
