import { useLingui } from "@lingui/react/macro";
import { Title } from "@mantine/core";
import { zonesOf } from "@verandah/contract/hvac/air-comparison.ts";

import { useAirUnits } from "#shared/equipment/air-values.ts";

import { HvacPart } from "./hvac-part.tsx";
import { UnitsTable } from "./units-table.tsx";
import { ZonesTable } from "./zones-table.tsx";

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
        <UnitsTable units={units} floorId={floorId} />
      </section>
      <section>
        <Title order={2} size="h5" mb={6}>{t`Zones`}</Title>
        <ZonesTable zones={zones} />
      </section>
    </HvacPart>
  );
}
