import { useLingui } from "@lingui/react/macro";
import { Card, Group, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { zonesOf } from "@verandah/contract/hvac/air-comparison.ts";

import { useSession } from "#data/query/session.ts";
import { useAirUnits } from "#shared/equipment/air-values.ts";
import { AutoGrid } from "#shared/ui/layout.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";

import { HvacPart } from "./hvac-part.tsx";
import { UnitsTable } from "./units-table.tsx";

/** Readings against setpoints of the building, floor by floor. */
export function HvacScreen() {
  const { t } = useLingui();
  const { building } = useSession();
  const query = useAirUnits(building.id);
  const { floors = [], units = [] } = query.data ?? {};
  const zones = floors.flatMap((floor) => zonesOf(floor, units));

  return (
    <Stack gap={14}>
      <div>
        <PageTitle>{t`HVAC`}</PageTitle>
        <Text size="sm" c="dimmed">
          {building.name}
        </Text>
      </div>
      <HvacPart query={query} zones={zones}>
        <AutoGrid component="ul" min={360}>
          {floors.map((floor) => {
            const ofFloor = zonesOf(floor, units);
            const held = ofFloor.filter((zone) => zone.comparison === "held").length;
            const count = ofFloor.length;
            return (
              <li key={floor.id}>
                <Card component="article" padding="sm" h="100%" aria-label={floor.name}>
                  <Group
                    component="h2"
                    justify="space-between"
                    align="baseline"
                    gap="0 12px"
                    m="0 0 6px"
                    fz="md"
                    fw={650}
                  >
                    <Link to={`/admin/floor/${floor.id}/hvac`} style={{ color: "inherit" }}>
                      {floor.name}
                    </Link>
                    {count > 0 && (
                      <Text span inherit fz={12} c="dimmed">{t`${held} of ${count} zones at setpoint`}</Text>
                    )}
                  </Group>
                  <UnitsTable units={units} floorId={floor.id} />
                </Card>
              </li>
            );
          })}
        </AutoGrid>
      </HvacPart>
    </Stack>
  );
}
