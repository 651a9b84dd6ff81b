import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Card, Group, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type DeviceEntry, listDevices } from "@verandah/contract/devices/devices.ts";
import { ups as upsType } from "@verandah/equipment/types/ups.ts";

import { usePoints, useReadingsState } from "#data/live/readings.ts";
import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { byName } from "#shared/by-name.ts";
import { useDeviceState } from "#shared/equipment/device-state.ts";
import { Value } from "#shared/equipment/reading-value.tsx";
import { usePointText } from "#shared/texts/use-point-text.ts";
import { type Fact, FactList } from "#shared/ui/fact-list.tsx";
import { StateIcon } from "#shared/ui/feedback/state.tsx";
import { FloorSelect } from "#shared/ui/fields/floor-select.tsx";
import { AutoGrid } from "#shared/ui/layout.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { Section } from "#shared/ui/section.tsx";
import { useChosenFloor } from "#shared/use-chosen-floor.ts";

import { outputKilowatt, phasesOf, type UpsPoint } from "./ups-values.ts";
import { useCalculatedValue } from "./use-calculated-value.ts";

import layout from "#shared/ui/layout.module.css";
import classes from "./ups.module.css";

const POWER_DIGITS = 2;
const LINK = { color: "var(--mantine-color-anchor)", textDecoration: "underline" } as const;
/** Source: spec 2 §2 UPS dashboard. */
const POINTS: readonly UpsPoint[] = [
  "ups_Status",
  "ups_Load",
  "ups_Temperature",
  "ups_BatteryCharge",
  "ups_Runtime",
];
const OUTPUT_POINTS = phasesOf("OutputPower");

/** The UPSs of a floor, and those of the whole building. Source: spec 2 §2 UPS dashboard. */
export function UpsLandingScreen() {
  const { t } = useLingui();
  const { building } = useSession();
  const { floors, floor, choose, error: floorsError } = useChosenFloor();
  const list = useRoute(listDevices, { id: building.id, type: upsType.type }, { select: byName });
  const devices = list.data ?? [];
  const ofFloor = devices.filter((one) => one.floorId === floor?.id);
  const shown = [...ofFloor, ...devices.filter((one) => one.floorId === null)];
  const { error } = useReadingsState(shown.map(({ ssid }) => ssid));
  const floorName = floor?.name ?? "";
  return (
    <Stack gap={14}>
      <Group justify="space-between" align="flex-end" gap="xs">
        <PageTitle>{t`UPS Landing`}</PageTitle>
        <FloorSelect floors={floors} floor={floor} onChoose={choose} />
      </Group>
      <Section of={{ ...list, error: floorsError ?? list.error ?? error }} height={220}>
        {() => (
          <>
            {floor && shown.length > 0 && ofFloor.length === 0 && (
              <Text size="sm" c="dimmed">
                {t`${floorName} has no UPS of its own. These UPSs supply the whole building.`}
              </Text>
            )}
            {floor && shown.length === 0 && <Text c="dimmed">{t`No UPS here.`}</Text>}
            <AutoGrid min={270} gap={14}>
              {shown.map((device) => (
                <UpsCard key={device.ssid} device={device} />
              ))}
            </AutoGrid>
          </>
        )}
      </Section>
    </Stack>
  );
}

function UpsCard({ device }: { device: DeviceEntry }) {
  const { t } = useLingui();
  const state = useDeviceState()(device);
  const { nameOf } = usePointText();
  const alarms = device.alerts_cri + device.alerts_solu;
  return (
    <Card component="article" padding="sm" aria-label={device.name} className={classes["upsCard"] ?? ""}>
      <Group justify="space-between" wrap="nowrap" mb="xs">
        <Title order={2} size="h5" miw={0} style={{ overflowWrap: "anywhere" }}>
          <Link to="/admin/glUps" search={{ device: device.ssid }} className={layout["cover"]} style={LINK}>
            {device.name}
          </Link>
        </Title>
        <Group gap={6} wrap="nowrap" flex="none">
          <StateIcon state={state} isColored />
          <Text size="sm">{plural(alarms, { one: "# alarm", other: "# alarms" })}</Text>
        </Group>
      </Group>
      <FactList
        facts={[
          ...POINTS.map((paramId): Fact => [
            nameOf(paramId, upsType.type),
            <Value key={paramId} device={device.ssid} point={paramId} deviceType={upsType.type} />,
          ]),
          [t`Power`, <Power key="power" ssid={device.ssid} />],
        ]}
      />
    </Card>
  );
}

/** The sum of the phases. */
function Power({ ssid }: { ssid: string }) {
  const { valueText } = useCalculatedValue();
  const { data: phases = [] } = usePoints(ssid, OUTPUT_POINTS);
  return (
    <Text span inherit fw={600}>
      {valueText(outputKilowatt(phases), "kilowatt", POWER_DIGITS)}
    </Text>
  );
}
