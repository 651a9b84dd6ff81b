import { useLingui } from "@lingui/react/macro";
import { Button, Group, Stack, Text, Box, Select, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { getFloorPlan, type FloorPlan, type PlanZone } from "@verandah/contract/floor-plans/floor-plans.ts";
import { useEffect, useReducer, useState, type Dispatch } from "react";

import { useRoute } from "#data/query/use-route.ts";
import { FloorMap } from "#shared/maps/floor-map.tsx";
import { drawingAddress } from "#shared/maps/plan-geometry.ts";
import { useTypeName } from "#shared/texts/use-type-name.ts";
import { LeaveGuard } from "#shared/ui/dialogs/leave-guard.tsx";
import { FloorSelect } from "#shared/ui/fields/floor-select.tsx";
import { Columns, Panel } from "#shared/ui/layout.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { Section } from "#shared/ui/section.tsx";
import { useChosenFloor } from "#shared/use-chosen-floor.ts";

import { DrawingField } from "./drawing-field.tsx";
import { EditorOverlay } from "./editor-overlay.tsx";
import {
  changeDraft,
  draftItems,
  draftZones,
  emptyDraft,
  isChanged,
  type DraftAction,
  firstPosition,
  type PlanItem,
  CORNERS_MIN,
  type PlanDraft,
} from "./plan-draft.ts";
import { SaveBar } from "./save-bar.tsx";

/** Chooses a floor and uploads its drawing; draws its zones and places its devices. */
export function UploadScreen() {
  const { t } = useLingui();
  const { floors, floor, choose, error, isMissing } = useChosenFloor();
  const plan = useRoute(getFloorPlan, floor && { id: floor.id });
  return (
    <Stack gap={14}>
      <Group justify="space-between" align="flex-end" gap="sm">
        <div>
          <PageTitle>{t`Floor plan editor`}</PageTitle>
          <Text
            size="sm"
            c="dimmed"
          >{t`A floor's drawing, its zones, and where its devices, seats and rooms are.`}</Text>
        </div>
        <Group align="flex-end" gap="sm">
          <FloorSelect floors={floors} floor={floor} onChoose={choose} />
          {floor && (
            <Button
              variant="default"
              renderRoot={(props) => <Link to="/admin/devicemap" search={{ floor: floor.id }} {...props} />}
            >
              {t`Open the map`}
            </Button>
          )}
        </Group>
      </Group>
      <Section
        of={{ ...plan, error: error ?? plan.error }}
        height={600}
        errorText={isMissing && t`Place not found.`}
      >
        {(loaded) => <PlanEditor key={loaded.id} loaded={loaded} />}
      </Section>
    </Stack>
  );
}

/** As high as the window below the title. */
const PLAN_WIDTH = "clamp(300px, calc((100vh - 220px) * 420 / 590), 620px)";

/** A plan to edit. Changes of other users do not appear until the user saves. */
function PlanEditor({ loaded }: { loaded: FloorPlan }) {
  const { t } = useLingui();
  const [plan, setPlan] = useState(loaded);
  const [draft, dispatch] = useReducer(changeDraft, emptyDraft);
  const all = draftItems(plan, draft);
  const types = [...new Set(all.map((item) => item.type))].toSorted((a, b) => a.localeCompare(b));
  const [type, setType] = useState(types[0]);

  const address = draft.drawing?.address;
  useEffect(() => (address === undefined ? undefined : () => URL.revokeObjectURL(address)), [address]);

  const zones = draftZones(plan, draft);
  const items = all.filter((item) => item.type === type);
  return (
    <Columns of="minmax(0, 1fr) minmax(0, 1fr)" gap={24}>
      <LeaveGuard hasChanges={isChanged(draft)} />
      <Box __vars={{ "--plan-width": PLAN_WIDTH }}>
        <FloorMap
          label={t`Plan of ${plan.name}, to edit`}
          drawing={draft.drawing === undefined ? drawingAddress(plan) : address}
          zones={zones}
          {...(!draft.corners && { onZone: (id: number) => dispatch({ kind: "select", id }) })}
          renderOverlay={(k) => (
            <EditorOverlay draft={draft} zones={zones} items={items} k={k} dispatch={dispatch} />
          )}
        />
      </Box>
      <Stack gap={22}>
        <SaveBar plan={plan} draft={draft} dispatch={dispatch} onPlan={setPlan} />
        <DrawingField plan={plan} draft={draft} dispatch={dispatch} />
        <ZoneList zones={zones} draft={draft} dispatch={dispatch} />
        <ItemList
          types={types}
          type={type}
          onType={setType}
          items={items}
          zones={zones}
          dispatch={dispatch}
        />
      </Stack>
    </Columns>
  );
}

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
function ItemList({ types, type, onType, items, zones, dispatch }: Props) {
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

interface ZoneListProps {
  zones: readonly PlanZone[];
  draft: PlanDraft;
  dispatch: Dispatch<DraftAction>;
}

/** The zones of the floor, each to draw, to change or to take off the plan. */
function ZoneList({ zones, draft, dispatch }: ZoneListProps) {
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
