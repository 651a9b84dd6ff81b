import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";

import { anAlarmRow } from "../../testing/builders.ts";
import { useHandledRows } from "./use-handled-rows.ts";

test("an unshelved alarm is no longer shown as shelved", () => {
  const at = "2026-01-05T03:45:00.000Z";
  const shelved = { by: "asha", at, until: "2026-01-05T11:45:00.000Z", reason: "Filter" };
  const row = anAlarmRow({ state: "ignored", shelved });
  const { result, rerender } = renderHook(({ rows }) => useHandledRows(rows, "shelved"), {
    initialProps: { rows: [row] },
  });
  act(() => result.current.keep(row, 0, "active"));
  rerender({ rows: [] });
  expect(result.current.shown).toMatchObject([{ state: "active", shelved: null }]);
});
