import { useLingui } from "@lingui/react/macro";
import { Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { zonesOf } from "@verandah/contract/hvac/air-comparison.ts";

import { useSession } from "#data/query/session.ts";
import { useAirUnits } from "#shared/equipment/air-values.ts";
import { PageTitle } from "#shared/ui/page-title.tsx";

import { AgainstSetpoint } from "./against-setpoint.tsx";
import { HvacPart } from "./hvac-part.tsx";

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
                <article className={classes["card"]} aria-label={floor.name}>
                  <h2 className={classes["title"]}>
                    <Link to={`/admin/floor/${floor.id}/hvac`}>{floor.name}</Link>
                    {count > 0 && (
                      <span className={classes["wanted"]}>{t`${held} of ${count} zones at setpoint`}</span>
                    )}
                  </h2>
                  <table className={classes["units"]}>
                    <thead>
                      <tr>
                        <th scope="col">{t`Unit`}</th>
                        <th scope="col">{t`Return air`}</th>
                        <th scope="col">{t`Supply air`}</th>
                      </tr>
                    </thead>
                    <tbody>
                      {units
                        .filter((unit) => unit.type === "AHU" && unit.floorId === floor.id)
                        .map((unit) => (
                          <tr key={unit.ssid}>
                            <th scope="row">{unit.name}</th>
                            {(["rat", "sat"] as const).map((kind) => (
                              <td key={kind}>
                                <AgainstSetpoint unit={unit} kind={kind} feeder={unit} />
                              </td>
                            ))}
                          </tr>
                        ))}
                    </tbody>
                  </table>
                </article>
              </li>
            );
          })}
        </ul>
      </HvacPart>
    </Stack>
  );
}
