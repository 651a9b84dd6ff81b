import type { AlarmGridRow } from "@verandah/contract/alarms/alarms.ts";
import { useCallback, useState } from "react";

type Action = "acknowledged" | "ignored" | "active";

interface Handled {
  readonly view: string;
  readonly rows: ReadonlyMap<number, { row: AlarmGridRow; index: number }>;
}

/**
 * Rows that the user has just changed stay at their place with their new state, until page, sorting or filters change: a clicked row must
 * not move away from the pointer. `view` identifies a choice of rows; `keptCount` is the number of shown rows that the server no longer has
 * there.
 */
export function useHandledRows(rows: readonly AlarmGridRow[], view: string) {
  const [handled, setHandled] = useState<Handled>({ view, rows: new Map() });
  const kept = handled.view === view ? handled.rows : undefined;

  const keep = useCallback(
    (row: AlarmGridRow, index: number, action: Action) =>
      setHandled((before) => {
        const known = before.view === view ? before.rows : [];
        const next: AlarmGridRow = {
          ...row,
          state: action,
          shelved: action === "active" ? null : row.shelved,
          Acknowledge: action === "acknowledged" ? 1 : row.Acknowledge,
        };
        return { view, rows: new Map([...known, [row.Alarm_Id, { row: next, index }]]) };
      }),
    [view],
  );

  const shown = kept ? withKept(rows, kept) : rows;
  return { shown, keptCount: shown.length - rows.length, keep };
}

function withKept(rows: readonly AlarmGridRow[], kept: Handled["rows"]): AlarmGridRow[] {
  const shown = rows.map((row) => {
    const mine = kept.get(row.Alarm_Id)?.row;
    // The server's row may be older than the action.
    return mine && mine.state !== "active" && row.state === "active" ? mine : row;
  });
  const gone = [...kept.values()].filter(
    ({ row }) => !rows.some(({ Alarm_Id }) => Alarm_Id === row.Alarm_Id),
  );
  for (const { row, index } of gone.toSorted((a, b) => a.index - b.index)) shown.splice(index, 0, row);
  return shown;
}
