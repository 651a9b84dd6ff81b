import { useLingui } from "@lingui/react/macro";
import type { WrongRow } from "@verandah/contract/coworking.ts";
import { PAGE_SIZE } from "@verandah/contract/paging.ts";
import { useState } from "react";

import type { GridColumn } from "#shared/ui/data-grid/columns.ts";
import { DataGrid } from "#shared/ui/data-grid/data-grid.tsx";
import type { GridState } from "#shared/ui/data-grid/grid-state.ts";
import { localPageOf } from "#shared/ui/data-grid/local-page.ts";

const first: GridState = { page: 1, rows: PAGE_SIZE, sort: { column: "row", order: "asc" }, filters: {} };

function useProblemText(): (problem: WrongRow["problems"][number]) => string {
  const { t } = useLingui();
  return ({ column, problem }) => {
    switch (problem) {
      case "empty":
        return t`${column} is empty`;
      case "too-long":
        return t`${column} is too long`;
      case "formula":
        return t`${column} begins like a formula (=, +, - or @): begin it with a letter or digit`;
      case "character":
        return t`${column} contains a damaged or invisible character: type it again`;
      case "alphabets":
        return t`${column} mixes letters of two alphabets: type it again in one`;
      case "email":
        return t`${column} is not one e-mail address: write it like name@example.com, or leave it empty`;
      case "contact":
        return t`${column} is not a phone number: write it like +91 98765 43210, or leave it empty`;
      case "repeated":
        return t`${column} is already in an earlier row`;
      case "cells":
      default:
        return t`The row does not have 5 cells`;
    }
  };
}

/** Every row of a file that cannot be imported, with the reasons. */
export function WrongRows({ rows }: { rows: readonly WrongRow[] }) {
  const { t } = useLingui();
  const problemText = useProblemText();
  const [state, setState] = useState(first);
  const reasons = (row: WrongRow) => row.problems.map(problemText).join("; ");
  const columns: GridColumn<WrongRow>[] = [
    { id: "row", header: t`Row`, width: 60, isNumber: true, text: ({ row }) => row },
    { id: "user_id", header: "user_id", width: 110, card: "title", text: (row) => row.user_id },
    { id: "reasons", header: t`Reason`, width: 240, card: "line", text: reasons },
  ];
  return (
    <DataGrid
      label={t`Wrong rows`}
      columns={columns}
      rowKey={({ row }) => String(row)}
      of={{ data: localPageOf(rows, state, columns) }}
      state={state}
      onState={setState}
      emptyText={t`No wrong rows`}
    />
  );
}
