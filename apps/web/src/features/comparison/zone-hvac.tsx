import { useLingui } from "@lingui/react/macro";
import { Table } from "@mantine/core";
import { feederOf, readingOf, zonesOf } from "@verandah/contract/hvac/air-comparison.ts";
import { AIR_FLOW, DAMPER_POSITION, vav as vavType } from "@verandah/equipment/types/vav.ts";

import { useAirUnits } from "#shared/equipment/air-values.ts";
import { ReadingValue } from "#shared/equipment/reading-value.tsx";
import { usePointText } from "#shared/texts/use-point-text.ts";

import { AgainstSetpoint } from "./against-setpoint.tsx";
import { HvacPart } from "./hvac-part.tsx";
import { UnitRow } from "./unit-row.tsx";

import classes from "./comparison.module.css";

/** Readings against setpoints of one zone's VAVs, of the units of the building that supply them, and of units in the zone. */
export function ZoneHvac({ buildingId, zoneId }: { buildingId: number; zoneId: number }) {
  const { t } = useLingui();
  const { nameOf } = usePointText();
  const query = useAirUnits(buildingId);
  const { floors = [], units = [] } = query.data ?? {};
  const zone = floors.flatMap((floor) => zonesOf(floor, units)).find(({ id }) => id === zoneId);
  const vavs = zone?.vavs ?? [];
  const feeders = units.filter(
    (unit) => vavs.some((vav) => vav.fedBy === unit.ssid) || (unit.type === "AHU" && unit.zoneId === zoneId),
  );
  const shown = [...vavs, ...feeders];
  // Without any a zone has no air handling, whatever the building has.
  const of = { ...query, data: query.data && { floors, units: shown } };

  return (
    <HvacPart query={of} zones={zone ? [zone] : []} selected={`z${zoneId}`} isPart>
      <Table.ScrollContainer minWidth={330} className={classes["frame"] ?? ""} tabIndex={0}>
        <Table aria-label={t`Units of the zone`}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t`Unit`}</Table.Th>
              <Table.Th>{t`Temperature`}</Table.Th>
              <Table.Th>{nameOf(DAMPER_POSITION, vavType.type)}</Table.Th>
              <Table.Th>{nameOf(AIR_FLOW, vavType.type)}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {vavs.map((vav) => (
              <UnitRow key={vav.ssid} unit={vav}>
                <Table.Td>
                  <AgainstSetpoint unit={vav} kind="zone" feeder={feederOf(vav, units)} />
                </Table.Td>
                <Table.Td>
                  <ReadingValue reading={readingOf(vav, DAMPER_POSITION)} />
                </Table.Td>
                <Table.Td>
                  <ReadingValue reading={readingOf(vav, AIR_FLOW)} />
                </Table.Td>
              </UnitRow>
            ))}
            {feeders.map((unit) => (
              <UnitRow key={unit.ssid} unit={unit}>
                <Table.Td colSpan={3}>
                  {t`Return air`} <AgainstSetpoint unit={unit} kind="rat" feeder={unit} />
                  <br />
                  {t`Supply air`} <AgainstSetpoint unit={unit} kind="sat" feeder={unit} />
                </Table.Td>
              </UnitRow>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </HvacPart>
  );
}
