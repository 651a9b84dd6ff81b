import { useLingui } from "@lingui/react/macro";
import { Text } from "@mantine/core";
import { feederOf, type MeasuredUnit, readingOf, zonesOf } from "@verandah/contract/hvac/air-comparison.ts";
import { AIR_FLOW, DAMPER_POSITION, vav as vavType } from "@verandah/equipment/types/vav.ts";

import { useAirUnits } from "#shared/equipment/air-values.ts";
import { ReadingValue } from "#shared/equipment/reading-value.tsx";
import { quantity } from "#shared/format/number.ts";
import { usePointText } from "#shared/texts/use-point-text.ts";
import { DataTable } from "#shared/ui/data-grid/data-table.tsx";
import { Aged } from "#shared/ui/section.tsx";

import { AgainstSetpoint } from "./against-setpoint.tsx";
import { ComparisonMark } from "./comparison-mark.tsx";
import { HvacPart } from "./hvac-part.tsx";
import { useUnitColumn } from "./units-table.tsx";

interface Props {
  buildingId: number;
  zoneId: number;
}

/** The air units of the building, and the zone among its zones with boxes. */
function useZone({ buildingId, zoneId }: Props) {
  const query = useAirUnits(buildingId);
  const { floors = [], units = [] } = query.data ?? {};
  const zone = floors.flatMap((floor) => zonesOf(floor, units)).find(({ id }) => id === zoneId);
  return { query, floors, units, zone };
}

/** The setpoint of a zone's boxes, and whether it is held; nothing for a zone without boxes. */
export function ZoneSetpoint(props: Props) {
  const { t } = useLingui();
  const { query, zone } = useZone(props);
  if (!zone) return null;
  const { wantedCelsius, comparison } = zone;
  const shown = wantedCelsius === undefined ? "–" : quantity(wantedCelsius, "degC");
  return (
    <Aged of={query}>
      <Text span fz={12} c="dimmed">{t`set ${shown}`}</Text>
      <ComparisonMark comparison={comparison} />
    </Aged>
  );
}

/** Readings against setpoints of one zone's VAVs, of the units of the building that supply them, and of units in the zone. */
export function ZoneHvac({ buildingId, zoneId }: Props) {
  const { t } = useLingui();
  const { nameOf } = usePointText();
  const unitColumn = useUnitColumn();
  const { query, floors, units, zone } = useZone({ buildingId, zoneId });
  const vavs = zone?.vavs ?? [];
  const feeders = units.filter(
    (unit) => vavs.some((vav) => vav.fedBy === unit.ssid) || (unit.type === "AHU" && unit.zoneId === zoneId),
  );
  const shown = [...vavs, ...feeders];
  // Without any a zone has no air handling, whatever the building has.
  const of = { ...query, data: query.data && { floors, units: shown } };

  return (
    <HvacPart query={of} zones={zone ? [zone] : []} selected={`z${zoneId}`} isPart>
      <DataTable
        label={t`Units of the zone`}
        rows={shown}
        rowKey={({ ssid }) => ssid}
        columns={[
          unitColumn,
          {
            header: t`Temperature`,
            render: (unit) =>
              unit.type === "VAV" ? (
                <AgainstSetpoint unit={unit} kind="zone" feeder={feederOf(unit, units)} />
              ) : (
                <>
                  {t`Return air`} <AgainstSetpoint unit={unit} kind="rat" feeder={unit} />
                  <br />
                  {t`Supply air`} <AgainstSetpoint unit={unit} kind="sat" feeder={unit} />
                </>
              ),
          },
          ...[DAMPER_POSITION, AIR_FLOW].map((point) => ({
            header: nameOf(point, vavType.type),
            render: (unit: MeasuredUnit) =>
              unit.type === "VAV" && <ReadingValue reading={readingOf(unit, point)} />,
          })),
        ]}
      />
    </HvacPart>
  );
}
