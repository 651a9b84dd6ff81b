import { useLingui } from "@lingui/react/macro";
import { Table, Title } from "@mantine/core";
import { zonesOf } from "@verandah/contract/hvac/air-comparison.ts";

import { useAirUnits } from "#shared/equipment/air-values.ts";

import { AgainstSetpoint } from "./against-setpoint.tsx";
import { HvacPart } from "./hvac-part.tsx";
import { UnitRow } from "./unit-row.tsx";
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
                  <UnitRow key={unit.ssid} unit={unit}>
                    {(["rat", "sat"] as const).map((kind) => (
                      <Table.Td key={kind}>
                        <AgainstSetpoint unit={unit} kind={kind} feeder={unit} />
                      </Table.Td>
                    ))}
                  </UnitRow>
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
