import { useLingui } from "@lingui/react/macro";
import { Alert, Card, Group, Stack, Text, Title } from "@mantine/core";
import { IconBatteryExclamation } from "@tabler/icons-react";
import { listDevices } from "@verandah/contract/devices/devices.ts";
import type { ParameterReading } from "@verandah/contract/telemetry/telemetry.ts";
import {
  ups as upsType,
  UPS_BATTERY_STATUS,
  UPS_CHARGE,
  UPS_FAULT,
  UPS_LOAD,
  UPS_OVERLOAD,
  UPS_REPLACE_BATTERY,
  UPS_RUNTIME,
  UPS_SHUTDOWN,
  UPS_STATUS,
  UPS_TEMPERATURE,
  UPS_TEST_RESULT,
  upsSource,
} from "@verandah/equipment/types/ups.ts";

import { useLatest } from "#data/live/readings.ts";
import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { useIsOld } from "#shared/age.ts";
import { byName } from "#shared/by-name.ts";
import { DeviceChoice } from "#shared/equipment/device-choice.tsx";
import { EquipmentAlarms } from "#shared/equipment/equipment-alarms.tsx";
import { EquipmentSummary } from "#shared/equipment/equipment-summary.tsx";
import { EquipmentTrends } from "#shared/equipment/equipment-trends.tsx";
import { OfflineNote } from "#shared/equipment/offline-note.tsx";
import { quantity } from "#shared/format/number.ts";
import { searchText, useSearchState } from "#shared/search-state.ts";
import { SelfTests } from "#shared/self-tests/self-tests.tsx";
import { usePointText } from "#shared/texts/use-point-text.ts";
import { FactList } from "#shared/ui/fact-list.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { SectionCard } from "#shared/ui/section-card.tsx";
import { Section } from "#shared/ui/section.tsx";

import { UpsBatteryCard } from "./ups-battery.tsx";
import { UpsFlowDiagram } from "./ups-flow.tsx";
import { UpsTransfers } from "./ups-transfers.tsx";
import { flowOf, outputKilowatt, outputPowerFactor, phasesOf, type UpsPoint } from "./ups-values.ts";
import { useCalculatedValue } from "./use-calculated-value.ts";

import classes from "./ups.module.css";

/** Voltages have two decimals. Source: spec 2 §9. */
const VOLTAGE_DIGITS = 2;

/** One UPS. Source: spec 2 §2 UPS screen. */
export function UpsScreen() {
  const { t } = useLingui();
  const { building } = useSession();
  const [search] = useSearchState();
  const list = useRoute(listDevices, { id: building.id, type: upsType.type }, { select: byName });
  const devices = list.data;
  const named = searchText(search["device"]);
  const device = named === undefined ? devices?.[0] : devices?.find(({ ssid }) => ssid === named);
  return (
    <Stack gap={14}>
      <Group justify="space-between" align="flex-end" gap="xs">
        <div>
          <PageTitle>{device?.name ?? t`UPS`}</PageTitle>
          <OfflineNote unit={device} />
        </div>
        <DeviceChoice ssid={device?.ssid} deviceType={upsType.type} label={t`UPS`} />
      </Group>
      <Section of={list} height={480}>
        {() => !device && <Text c="dimmed">{t`There is no such UPS.`}</Text>}
      </Section>
      {device && <Ups key={device.ssid} ssid={device.ssid} name={device.name} />}
    </Stack>
  );
}

function Ups({ ssid, name }: { ssid: string; name: string }) {
  const { t } = useLingui();
  const { nameOf } = usePointText();
  const values = useLatest(ssid);
  const groups: { title: string; points: UpsPoint[]; fractionDigits?: number }[] = [
    {
      title: t`Summary`,
      points: [
        UPS_STATUS,
        UPS_LOAD,
        UPS_OVERLOAD,
        UPS_SHUTDOWN,
        UPS_TEMPERATURE,
        UPS_FAULT,
        "ups_TotalAlarms",
      ],
    },
    {
      title: t`Battery`,
      points: [UPS_BATTERY_STATUS, UPS_CHARGE, UPS_RUNTIME, UPS_REPLACE_BATTERY, UPS_TEST_RESULT],
    },
    {
      title: nameOf("ups_BatteryVoltage", upsType.type),
      points: ["ups_BatteryVoltage"],
      fractionDigits: VOLTAGE_DIGITS,
    },
    { title: t`Input`, points: phasesOf("InputVoltage"), fractionDigits: VOLTAGE_DIGITS },
    { title: t`Output`, points: phasesOf("OutputVoltage"), fractionDigits: VOLTAGE_DIGITS },
    {
      title: t`Output current and power`,
      points: [...phasesOf("OutputCurrent"), ...phasesOf("OutputPower"), ...phasesOf("Load")],
    },
    { title: t`Frequency`, points: ["ups_InputFrequency", "ups_OutputFrequency"] },
  ];
  return (
    <Section of={values} height={480}>
      {(latest) => (
        <>
          <OnBattery latest={latest} />
          <div className={classes["columns"]}>
            <SectionCard title={t`Power flow`}>
              <UpsFlowDiagram name={name} flow={flowOf(latest)} />
            </SectionCard>
            <Card component="section" padding="sm">
              <EquipmentAlarms ssid={ssid} />
            </Card>
          </div>
          <div className={classes["columns"]}>
            {groups.map(({ title, points, fractionDigits }) => (
              <div key={title}>
                <Title order={2} size="h5" mb="xs">
                  {title}
                </Title>
                <EquipmentSummary
                  deviceType={upsType.type}
                  label={title}
                  summary={points}
                  latest={latest}
                  {...(fractionDigits !== undefined && { fractionDigits })}
                />
              </div>
            ))}
            <CalculatedOutput latest={latest} />
          </div>
          <UpsBatteryCard ssid={ssid} />
          <SelfTests of={{ ssid }} />
          <UpsTransfers ssid={ssid} />
          <EquipmentTrends
            ssid={ssid}
            deviceType={upsType.type}
            trends={upsType.screen.trends}
            range="1h"
            choices={latest}
          />
        </>
      )}
    </Section>
  );
}

/** Only while the battery is known to supply the load. */
function OnBattery({ latest }: { latest: readonly ParameterReading[] }) {
  const { t } = useLingui();
  const isOld = useIsOld();
  const valueOf = (id: UpsPoint) =>
    latest.find(({ param_id, quality }) => param_id === id && quality === "good")?.param_value;
  if (isOld || valueOf(UPS_STATUS) !== upsSource.battery) return null;
  const minutes = valueOf(UPS_RUNTIME);
  const left = typeof minutes === "number" ? quantity(minutes, "minute") : undefined;
  return (
    <Alert role="status" color="red" icon={<IconBatteryExclamation aria-hidden />} fw={600} py="xs">
      {left === undefined ? t`On battery` : t`On battery, ${left} left`}
    </Alert>
  );
}

/** Power and power factor of the output, which are not points of the UPS. */
function CalculatedOutput({ latest }: { latest: readonly ParameterReading[] }) {
  const { t } = useLingui();
  const { valueText } = useCalculatedValue();
  return (
    <SectionCard title={t`Total output`}>
      <FactList
        facts={[
          [t`Power`, valueText(outputKilowatt(latest), "kilowatt", VOLTAGE_DIGITS)],
          [t`Power Factor`, valueText(outputPowerFactor(latest), "none", VOLTAGE_DIGITS)],
        ]}
      />
    </SectionCard>
  );
}
