import { useLingui } from "@lingui/react/macro";
import { Button, Group, Select, Text, Title } from "@mantine/core";
import type { PlanDevice, PlanZone } from "@verandah/contract/floor-plans/floor-plans.ts";
import type { Dispatch } from "react";

import { type DraftAction, firstPosition } from "./plan-draft.ts";

import classes from "./plan-editor.module.css";

interface Props {
  types: readonly string[];
  type: string | undefined;
  onType: (type: string) => void;
  /** Those of the chosen type. */
  devices: readonly PlanDevice[];
  zones: readonly PlanZone[];
  dispatch: Dispatch<DraftAction>;
}

/** The devices of one type, each to place on the plan or to take off it. */
export function DeviceList({ types, type, onType, devices, zones, dispatch }: Props) {
  const { t } = useLingui();
  return (
    <section aria-labelledby="devices">
      <Title order={2} size="h5" id="devices" mb={6}>{t`Devices`}</Title>
      <Text size="sm" c="dimmed" mb={6}>
        {t`Drag a device, or move it with the arrow keys; with Shift in small steps.`}
      </Text>
      <Select
        label={t`Device type`}
        mb={8}
        allowDeselect={false}
        data={[...types]}
        value={type ?? null}
        onChange={(value) => value && onType(value)}
      />
      <ul className={classes["list"]}>
        {devices.map((device) => {
          const { id, name, position } = device;
          return (
            <li key={id}>
              <Text size="sm" fw={600}>
                {name}
                <Text span size="xs" c="dimmed" ml={8}>
                  {position ? `${position[0]}, ${position[1]}` : t`Not on the plan`}
                </Text>
              </Text>
              <Group gap={4}>
                {position ? (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    color="red"
                    aria-label={t`Remove from the plan: ${name}`}
                    onClick={() => dispatch({ kind: "position", id, position: null })}
                  >
                    {t`Remove`}
                  </Button>
                ) : (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={t`Place ${name} on the plan`}
                    onClick={() => dispatch({ kind: "position", id, position: firstPosition(device, zones) })}
                  >
                    {t({ message: "Place", context: "verb" })}
                  </Button>
                )}
              </Group>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
