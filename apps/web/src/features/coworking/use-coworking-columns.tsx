import { useLingui } from "@lingui/react/macro";
import { Checkbox } from "@mantine/core";
import type { CoworkingUser } from "@verandah/contract/coworking.ts";

import type { GridColumn } from "#shared/ui/data-grid/use-grid-table.ts";

/** The columns of the people, the first with a box that chooses the row. */
export function useCoworkingColumns(
  chosen: ReadonlySet<number>,
  onChoose: (id: number, isChosen: boolean) => void,
): GridColumn<CoworkingUser>[] {
  const { t } = useLingui();
  const box = ({ id, user_name: name }: CoworkingUser) => (
    <Checkbox
      aria-label={t`Choose ${name}`}
      checked={chosen.has(id)}
      onChange={(event) => onChoose(id, event.currentTarget.checked)}
    />
  );
  return [
    { id: "chosen", header: t`Choose`, width: 40, isPlain: true, card: "action", cell: box },
    { id: "user_name", header: t`Person`, width: 160, card: "title", cell: (row) => row.user_name },
    { id: "client", header: t`Company`, width: 150, card: "inline", cell: (row) => row.client.name },
    { id: "user_id", header: t`User id`, width: 110, card: "inline", cell: (row) => row.user_id },
    { id: "user_email", header: t`E-mail`, width: 200, card: "line", cell: (row) => row.user_email || "–" },
    {
      id: "user_contact_no",
      header: t`Contact number`,
      width: 140,
      card: "line",
      cell: (row) => row.user_contact_no || "–",
    },
  ];
}
