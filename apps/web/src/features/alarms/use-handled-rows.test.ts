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

test("acknowledged rows stay at their places, whichever the user acknowledged first", () => {
  const rows = [1, 2, 3, 4].map((id) => anAlarmRow({ Alarm_Id: id }));
  const { result, rerender } = renderHook((shown) => useHandledRows(shown, "unacknowledged"), {
    initialProps: rows,
  });
  act(() => {
    for (const index of [2, 0])
      result.current.keep(anAlarmRow({ Alarm_Id: index + 1 }), index, "acknowledged");
  });
  rerender(rows.filter((_, index) => index % 2 === 1));
  expect(result.current.shown.map((row) => row.Alarm_Id)).toEqual([1, 2, 3, 4]);
});
