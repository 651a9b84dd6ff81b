import { Table } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { MeasuredUnit } from "@verandah/contract/hvac/air-comparison.ts";
import type { ReactNode } from "react";

import { deviceScreen } from "#shared/equipment/device-screen.ts";
import { OfflineMark } from "#shared/equipment/offline-mark.tsx";

/** The row of a unit or box in a table: its name, which opens its screen, then its cells. */
export function UnitRow({ unit, children }: { unit: MeasuredUnit; children: ReactNode }) {
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <Link to={deviceScreen(unit.type)} search={{ device: unit.ssid }}>
          {unit.name}
        </Link>{" "}
        <OfflineMark unit={unit} />
      </Table.Th>
      {children}
    </Table.Tr>
  );
}
