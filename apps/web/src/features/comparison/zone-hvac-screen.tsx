import { useLingui } from "@lingui/react/macro";
import { Select, Table } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { AIR_FLOW, DAMPER_POSITION, vav as vavType } from "@verandah/equipment/types/vav.ts";
import { useMemo } from "react";

import { useSession } from "#data/query/session.ts";
import { feederOf, readingOf, useAirUnits } from "#shared/equipment/air-values.ts";
import { OfflineMark } from "#shared/equipment/offline-mark.tsx";
import { ReadingValue } from "#shared/equipment/reading-value.tsx";
import { searchText, useSearchState } from "#shared/search-state.ts";
import { stored } from "#shared/stored-context.ts";
import { usePointText } from "#shared/texts/use-point-text.ts";

import { AgainstSetpoint } from "./against-setpoint.tsx";
import { HvacPage } from "./hvac-page.tsx";
import { zonesOf } from "./zone-summary.ts";

import classes from "./comparison.module.css";

/** Readings against setpoints of one zone's VAVs and the units that supply them. The address has the zone. */
export function ZoneHvacScreen() {
  const { t } = useLingui();
  const { nameOf } = usePointText();
  const { building } = useSession();
  const [search, change] = useSearchState();
  const query = useAirUnits(building.id);
  const { floors = [], units = [] } = query.data ?? {};
  const asked = searchText(search["zone"]);
  const wanted = Number(asked ?? stored("zoneID"));
  const all = useMemo(
    () =>
      (query.data?.floors ?? []).flatMap((floor) =>
        zonesOf(floor, query.data?.units ?? []).map((zone) => ({ floor, zone })),
      ),
    [query.data],
  );
  const chosen = all.find(({ zone }) => zone.id === wanted) ?? (asked === undefined ? all[0] : undefined);
  const feeders = units.filter((unit) => chosen?.zone.vavs.some((vav) => vav.fedBy === unit.ssid));

  return (
    <HvacPage
      title={chosen?.zone.name ?? t`HVAC of a zone`}
      place={chosen && `${building.name} › ${chosen.floor.name}`}
      query={query}
      isAbsent={query.data !== undefined && asked !== undefined && !chosen}
      zones={chosen ? [chosen.zone] : []}
      units={[...(chosen?.zone.vavs ?? []), ...feeders]}
      selected={chosen && `z${chosen.zone.id}`}
      choices={
        <Select
          label={t`Zone`}
          size="xs"
          w={210}
          searchable
          allowDeselect={false}
          value={chosen ? String(chosen.zone.id) : null}
          onChange={(value) => value && change({ zone: Number(value) })}
          data={floors.map((floor) => ({
            group: floor.name,
            items: all
              .filter((one) => one.floor.id === floor.id)
              .map(({ zone }) => ({ value: String(zone.id), label: zone.name })),
          }))}
        />
      }
    >
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
            {chosen?.zone.vavs.map((vav) => (
              <Table.Tr key={vav.ssid}>
                <Table.Th scope="row">
                  <Link to="/admin/glVav" search={{ device: vav.ssid }}>
                    {vav.name}
                  </Link>{" "}
                  <OfflineMark unit={vav} />
                </Table.Th>
                <Table.Td>
                  <AgainstSetpoint unit={vav} kind="zone" feeder={feederOf(vav, units)} />
                </Table.Td>
                <Table.Td>
                  <ReadingValue reading={readingOf(vav, DAMPER_POSITION)} />
                </Table.Td>
                <Table.Td>
                  <ReadingValue reading={readingOf(vav, AIR_FLOW)} />
                </Table.Td>
              </Table.Tr>
            ))}
            {feeders.map((unit) => (
              <Table.Tr key={unit.ssid}>
                <Table.Th scope="row">
                  <Link to="/admin/glAhu" search={{ device: unit.ssid }}>
                    {unit.name}
                  </Link>{" "}
                  <OfflineMark unit={unit} />
                </Table.Th>
                <Table.Td colSpan={3}>
                  {t`Return air`} <AgainstSetpoint unit={unit} kind="rat" feeder={unit} />
                  <br />
                  {t`Supply air`} <AgainstSetpoint unit={unit} kind="sat" feeder={unit} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </HvacPage>
  );
}
