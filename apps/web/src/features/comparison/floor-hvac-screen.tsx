import { useLingui } from "@lingui/react/macro";
import { Table, Title } from "@mantine/core";
import { Link, useParams } from "@tanstack/react-router";
import { getLocation } from "@verandah/contract/buildings.ts";

import { useRoute } from "#data/query/use-route.ts";
import { useAirUnits } from "#shared/equipment/air-values.ts";
import { OfflineMark } from "#shared/equipment/offline-mark.tsx";

import { AgainstSetpoint } from "./against-setpoint.tsx";
import { HvacPage } from "./hvac-page.tsx";
import { zonesOf } from "./zone-summary.ts";
import { ZonesTable } from "./zones-table.tsx";

import classes from "./comparison.module.css";

/** Readings against setpoints of one floor's units and zones. */
export function FloorHvacScreen() {
  const { t } = useLingui();
  const { id } = useParams({ strict: false });
  const floorId = Number(id);
  const query = useAirUnits(floorId);
  const location = useRoute(getLocation, { id: floorId });
  const { floors = [], units = [] } = query.data ?? {};
  const zones = floors.flatMap((floor) => zonesOf(floor, units));

  return (
    <HvacPage
      title={location.data?.name ?? t`HVAC of a floor`}
      place={location.data?.path.map((place) => place.name).join(" › ")}
      query={query}
      zones={zones}
      selected={`f${floorId}`}
    >
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
    </HvacPage>
  );
}
