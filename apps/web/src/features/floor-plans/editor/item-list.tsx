import { useLingui } from "@lingui/react/macro";
import { Button, Group, Select, Stack, Text, Title } from "@mantine/core";
import type { PlanZone } from "@verandah/contract/floor-plans/floor-plans.ts";
import type { Dispatch } from "react";

import { useTypeName } from "#shared/texts/use-type-name.ts";
import { Panel } from "#shared/ui/layout.tsx";

import { type DraftAction, firstPosition, type PlanItem } from "./plan-draft.ts";

interface Props {
  types: readonly string[];
  type: string | undefined;
  onType: (type: string) => void;
  /** Those of the chosen type. */
  items: readonly PlanItem[];
  zones: readonly PlanZone[];
  dispatch: Dispatch<DraftAction>;
}

/** The devices of one type, or the seats or rooms, each to place on the plan or to take off it. */
export function ItemList({ types, type, onType, items, zones, dispatch }: Props) {
  const { t } = useLingui();
  const typeName = useTypeName();
  const names: Partial<Record<string, string>> = { seat: t`Seats`, room: t`Rooms` };
  return (
    <section aria-labelledby="devices">
      <Title order={2} size="h5" id="devices" mb={6}>{t`Devices, seats and rooms`}</Title>
      <Text size="sm" c="dimmed" mb={6}>
        {t`Drag one on the plan, or move it with the arrow keys; with Shift in small steps.`}
      </Text>
      <Select
        label={t`Type`}
        mb={8}
        allowDeselect={false}
        data={types.map((value) => ({ value, label: names[value] ?? typeName(value) }))}
        value={type ?? null}
        onChange={(value) => value && onType(value)}
      />
      <Stack component="ul" gap={4} mah={330} style={{ overflowY: "auto" }}>
        {items.map((item) => {
          const { key, name, position } = item;
          return (
            <Panel component="li" key={key} px={8} py={4}>
              <Group justify="space-between" gap="4px 10px">
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
                      aria-label={t`Remove from the plan: ${name}`}
                      onClick={() => dispatch({ kind: "position", key, position: null })}
                    >
                      {t`Remove`}
                    </Button>
                  ) : (
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={t`Place ${name} on the plan`}
                      onClick={() =>
                        dispatch({ kind: "position", key, position: firstPosition(item, zones) })
                      }
                    >
                      {t({ message: "Place", context: "verb" })}
                    </Button>
                  )}
                </Group>
              </Group>
            </Panel>
          );
        })}
      </Stack>
    </section>
  );
}
