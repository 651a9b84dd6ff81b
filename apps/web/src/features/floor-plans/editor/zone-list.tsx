import { useLingui } from "@lingui/react/macro";
import { Button, Group, Stack, Text, Title } from "@mantine/core";
import type { PlanZone } from "@verandah/contract/floor-plans/floor-plans.ts";
import type { Dispatch } from "react";

import { Panel } from "#shared/ui/layout.tsx";

import { CORNERS_MIN, type DraftAction, type PlanDraft } from "./plan-draft.ts";

interface Props {
  zones: readonly PlanZone[];
  draft: PlanDraft;
  dispatch: Dispatch<DraftAction>;
}

/** The zones of the floor, each to draw, to change or to take off the plan. */
export function ZoneList({ zones, draft, dispatch }: Props) {
  const { t } = useLingui();
  const { corners, selectedZone } = draft;
  const drawn = corners && zones.find(({ id }) => id === selectedZone);
  return (
    <section aria-labelledby="zones">
      <Title order={2} size="h5" id="zones" mb={6}>{t`Zones`}</Title>
      {drawn && corners ? (
        <>
          <Text size="sm" mb={6} role="status">
            {t`${drawn.name}: click on the plan to set corners, or move the cross with the arrow keys and press Enter. Corners: ${corners.length}`}
          </Text>
          <Group gap="xs">
            <Button disabled={corners.length < CORNERS_MIN} onClick={() => dispatch({ kind: "finish" })}>
              {t`Close the zone`}
            </Button>
            <Button
              variant="default"
              disabled={corners.length === 0}
              onClick={() => dispatch({ kind: "undo-corner" })}
            >
              {t`Undo the last corner`}
            </Button>
            <Button variant="default" onClick={() => dispatch({ kind: "stop" })}>{t`Cancel`}</Button>
          </Group>
        </>
      ) : (
        <Stack component="ul" gap={4} mah={330} style={{ overflowY: "auto" }}>
          {zones.map(({ id, name, outline }) => (
            <Panel
              component="li"
              key={id}
              px={8}
              py={4}
              {...(id === selectedZone && { bd: "1px solid var(--mantine-primary-color-filled)" })}
            >
              <Group justify="space-between" gap="4px 10px">
                <Text size="sm" fw={600}>
                  {name}
                  {!outline && <Text span size="xs" c="dimmed" ml={8}>{t`Not on the plan`}</Text>}
                </Text>
                <Group gap={4}>
                  {outline && (
                    <Button
                      size="compact-sm"
                      variant={id === selectedZone ? "filled" : "default"}
                      aria-pressed={id === selectedZone}
                      aria-label={t`Edit shape: ${name}`}
                      onClick={() => dispatch({ kind: "select", id: id === selectedZone ? undefined : id })}
                    >
                      {t`Edit shape`}
                    </Button>
                  )}
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={outline ? t`Redraw: ${name}` : t`Draw ${name}`}
                    onClick={() => dispatch({ kind: "draw", id })}
                  >
                    {outline ? t`Redraw` : t`Draw`}
                  </Button>
                  {outline && (
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      aria-label={t`Remove from the plan: ${name}`}
                      onClick={() => dispatch({ kind: "outline", id, outline: null })}
                    >
                      {t`Remove`}
                    </Button>
                  )}
                </Group>
              </Group>
            </Panel>
          ))}
        </Stack>
      )}
    </section>
  );
}
