import { useLingui } from "@lingui/react/macro";
import { Card, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { zonesOf } from "@verandah/contract/hvac/air-comparison.ts";

import { useSession } from "#data/query/session.ts";
import { useAirUnits } from "#shared/equipment/air-values.ts";
import { PageTitle } from "#shared/ui/page-title.tsx";

import { HvacPart } from "./hvac-part.tsx";
import { UnitsTable } from "./units-table.tsx";

import classes from "./comparison.module.css";

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
        <ul className={classes["cards"]}>
          {floors.map((floor) => {
            const ofFloor = zonesOf(floor, units);
            const held = ofFloor.filter((zone) => zone.comparison === "held").length;
            const count = ofFloor.length;
            return (
              <li key={floor.id}>
                <Card component="article" padding="sm" h="100%" aria-label={floor.name}>
                  <h2 className={classes["title"]}>
                    <Link to={`/admin/floor/${floor.id}/hvac`}>{floor.name}</Link>
                    {count > 0 && (
                      <span className={classes["wanted"]}>{t`${held} of ${count} zones at setpoint`}</span>
                    )}
                  </h2>
                  <UnitsTable units={units} floorId={floor.id} />
                </Card>
              </li>
            );
          })}
        </ul>
      </HvacPart>
    </Stack>
  );
}
