import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { MeasuredUnit } from "@verandah/contract/hvac/air-comparison.ts";

import { deviceScreen } from "#shared/equipment/device-screen.ts";
import { OfflineMark } from "#shared/equipment/offline-mark.tsx";
import type { TableColumn } from "#shared/ui/data-grid/columns.ts";
import { DataTable } from "#shared/ui/data-grid/data-table.tsx";

import { AgainstSetpoint } from "./against-setpoint.tsx";

/** The column with the name of a unit or box, which opens its screen. */
export function useUnitColumn(): TableColumn<MeasuredUnit> {
  const { t } = useLingui();
  return {
    header: t`Unit`,
    isRowHeader: true,
    render: (unit) => (
      <>
        <Link to={deviceScreen(unit.type)} search={{ device: unit.ssid }}>
          {unit.name}
        </Link>{" "}
        <OfflineMark unit={unit} />
      </>
    ),
  };
}

/** The air handling units of a floor against their setpoints. */
export function UnitsTable({ units, floorId }: { units: readonly MeasuredUnit[]; floorId: number }) {
  const { t } = useLingui();
  return (
    <DataTable
      label={t`Air handling units`}
      narrow="scroll"
      rows={units.filter((unit) => unit.type === "AHU" && unit.floorId === floorId)}
      rowKey={({ ssid }) => ssid}
      columns={[
        useUnitColumn(),
        { header: t`Return air`, render: (unit) => <AgainstSetpoint unit={unit} kind="rat" feeder={unit} /> },
        { header: t`Supply air`, render: (unit) => <AgainstSetpoint unit={unit} kind="sat" feeder={unit} /> },
      ]}
    />
  );
}
