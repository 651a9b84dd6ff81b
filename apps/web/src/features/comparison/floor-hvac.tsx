import { useLingui } from "@lingui/react/macro";
import { Table, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";

import { useAirUnits } from "#shared/equipment/air-values.ts";
import { OfflineMark } from "#shared/equipment/offline-mark.tsx";

import { AgainstSetpoint } from "./against-setpoint.tsx";
import { HvacPart } from "./hvac-part.tsx";
import { zonesOf } from "./zone-summary.ts";
import { ZonesTable } from "./zones-table.tsx";

import classes from "./comparison.module.css";

/** Readings against setpoints of one floor's units and zones. */
export function FloorHvac({ floorId }: { floorId: number }) {
  const { t } = useLingui();
  const query = useAirUnits(floorId);
  const { floors = [], units = [] } = query.data ?? {};
  const zones = floors.flatMap((floor) => zonesOf(floor, units));

  return (
    <HvacPart query={query} zones={zones} selected={`f${floorId}`} isPart>
      <section>
        <Title order={2} size="h5" mb={6}>{t`Air handling units`}</Title>
        <Table.ScrollContainer minWidth={620} className={classes["frame"] ?? ""} tabIndex={0}>
          <Table aria-label={t`Air handling units`}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t`Unit`}</Table.Th>
                <Table.Th>{t`Return air`}</Table.Th>
                <Table.Th>{t`Supply air`}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {units
                .filter((unit) => unit.type === "AHU")
                .map((unit) => (
                  <Table.Tr key={unit.ssid}>
                    <Table.Th scope="row">
                      <Link to="/admin/glAhu" search={{ device: unit.ssid }}>
                        {unit.name}
                      </Link>{" "}
                      <OfflineMark unit={unit} />
                    </Table.Th>
                    {(["rat", "sat"] as const).map((kind) => (
                      <Table.Td key={kind}>
                        <AgainstSetpoint unit={unit} kind={kind} feeder={unit} />
                      </Table.Td>
                    ))}
                  </Table.Tr>
                ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </section>
      <section>
        <Title order={2} size="h5" mb={6}>{t`Zones`}</Title>
        <ZonesTable zones={zones} />
      </section>
    </HvacPart>
  );
}
