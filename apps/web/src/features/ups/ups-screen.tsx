import { useLingui } from "@lingui/react/macro";
import { Alert, Title } from "@mantine/core";
import { IconBatteryExclamation } from "@tabler/icons-react";
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

import { useIsFresh } from "#shared/age.ts";
import { ReadingValue } from "#shared/equipment/reading-value.tsx";
import type { EquipmentParts, ShownDevice } from "#shared/equipment/screen/equipment-screen.tsx";
import { EquipmentSummary } from "#shared/equipment/screen/equipment-summary.tsx";
import { TypeScreen } from "#shared/equipment/screen/type-screen.tsx";
import { quantity } from "#shared/format/number.ts";
import { SelfTests } from "#shared/self-tests/self-tests.tsx";
import { usePointText } from "#shared/texts/use-point-text.ts";
import { DataTable } from "#shared/ui/data-grid/data-table.tsx";
import { FactList } from "#shared/ui/fact-list.tsx";
import { AutoGrid } from "#shared/ui/layout.tsx";
import { SectionCard } from "#shared/ui/section-card.tsx";

import { UpsBatteryCard } from "./ups-battery.tsx";
import { UpsTransfers } from "./ups-transfers.tsx";
import {
  flowOf,
  outputKilowatt,
  outputPowerFactor,
  phasesOf,
  type UpsPoint,
  type UpsFlow,
} from "./ups-values.ts";
import { useCalculatedValue } from "./use-calculated-value.ts";

import classes from "./ups.module.css";

/** Voltages have two decimals. Source: spec 2 §9. */
const VOLTAGE_DIGITS = 2;

const parts: EquipmentParts = {
  Summary: OnBattery,
  Drawing: PowerFlow,
  More: UpsValues,
  trends: "1h",
  choices: (latest) => latest,
};

/** One UPS. Source: spec 2 §2 UPS screen. */
export function UpsScreen() {
  const { t } = useLingui();
  return (
    <TypeScreen
      type={upsType.type}
      label={t`UPS`}
      title={t`UPS`}
      missing={t`There is no such UPS.`}
      parts={parts}
    />
  );
}

function PowerFlow({ device, latest }: ShownDevice) {
  const { t } = useLingui();
  return (
    <SectionCard title={t`Power flow`}>
      <UpsFlowDiagram name={device.name} flow={flowOf(latest)} />
    </SectionCard>
  );
}

/** The values of a UPS by group, its battery, its tests and its transfers. */
function UpsValues({ device: { ssid }, latest }: ShownDevice) {
  const { t } = useLingui();
  const { nameOf } = usePointText();
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
    { title: t`Frequency`, points: ["ups_InputFrequency", "ups_OutputFrequency"] },
  ];
  return (
    <>
      <AutoGrid min={420} gap={14} isFit>
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
              fractionDigits={fractionDigits}
            />
          </div>
        ))}
        <CalculatedOutput latest={latest} />
        <Phases latest={latest} />
      </AutoGrid>
      <UpsBatteryCard ssid={ssid} />
      <SelfTests of={{ ssid }} />
      <UpsTransfers ssid={ssid} />
    </>
  );
}

/** Only while the battery is known to supply the load. */
function OnBattery({ latest }: ShownDevice) {
  const { t } = useLingui();
  const isFresh = useIsFresh();
  const valueOf = (id: UpsPoint) =>
    latest.find((reading) => reading.param_id === id && isFresh(reading))?.param_value;
  if (valueOf(UPS_STATUS) !== upsSource.battery) return null;
  const minutes = valueOf(UPS_RUNTIME);
  const left = typeof minutes === "number" ? quantity(minutes, "minute") : undefined;
  return (
    <Alert role="status" color="red" icon={<IconBatteryExclamation aria-hidden />} fw={600} py="xs">
      {left === undefined ? t`On battery` : t`On battery, ${left} left`}
    </Alert>
  );
}

/** The measurements of the three phases, as one table. */
function Phases({ latest }: Pick<ShownDevice, "latest">) {
  const { t } = useLingui();
  const { nameOf } = usePointText();
  const title = t`Phases`;
  const rows: { points: UpsPoint[]; fractionDigits?: number }[] = [
    { points: phasesOf("InputVoltage"), fractionDigits: VOLTAGE_DIGITS },
    { points: phasesOf("OutputVoltage"), fractionDigits: VOLTAGE_DIGITS },
    { points: phasesOf("OutputCurrent") },
    { points: phasesOf("OutputPower") },
    { points: phasesOf("Load") },
  ];
  // The name of a point ends with its phase.
  const nameOfRow = ([first = ""]: readonly string[]) => nameOf(first, upsType.type).replace(/ L1$/, "");
  return (
    <SectionCard title={title}>
      <DataTable
        label={title}
        narrow="scroll"
        rows={rows}
        rowKey={({ points }) => points.join()}
        columns={[
          { header: t`Point`, isRowHeader: true, render: ({ points }) => nameOfRow(points) },
          ...["L1", "L2", "L3"].map((header, at) => ({
            header,
            isNumber: true,
            render: ({ points, fractionDigits }: (typeof rows)[number]) => (
              <ReadingValue
                reading={latest.find(({ param_id }) => param_id === points[at])}
                deviceType={upsType.type}
                fractionDigits={fractionDigits}
              />
            ),
          })),
        ]}
      />
    </SectionCard>
  );
}

/** Power and power factor of the output, which are not points of the UPS. */
function CalculatedOutput({ latest }: Pick<ShownDevice, "latest">) {
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

interface Props {
  name: string;
  /** Undefined where it is not known. */
  flow: UpsFlow | undefined;
}

const BOX = { width: 96, height: 40 };

/** Mains, rectifier, bypass, battery and load of a UPS, with the power flow. */
function UpsFlowDiagram({ name, flow }: Props) {
  const { t } = useLingui();
  const stages: { key: Exclude<keyof UpsFlow, "isCharging">; label: string; x: number; y: number }[] = [
    { key: "mains", label: t`Mains`, x: 4, y: 80 },
    { key: "bypass", label: t`Bypass`, x: 140, y: 10 },
    { key: "rectifier", label: t`Rectifier`, x: 140, y: 80 },
    { key: "battery", label: t`Battery`, x: 140, y: 150 },
    { key: "load", label: t`Load`, x: 276, y: 80 },
  ];
  const lines: { key: string; isOn: boolean | undefined; d: string }[] = [
    { key: "in", isOn: flow?.rectifier, d: "M100 100 H140" },
    { key: "to-bypass", isOn: flow?.bypass, d: "M100 100 H120 V30 H140" },
    { key: "out", isOn: flow?.rectifier, d: "M236 100 H276" },
    { key: "from-bypass", isOn: flow?.bypass, d: "M236 30 H256 V100 H276" },
    { key: "charge", isOn: flow?.isCharging, d: "M188 120 V150" },
    { key: "from-battery", isOn: flow?.battery, d: "M236 170 H256 V100 H276" },
  ];
  const active = stages.filter(({ key }) => flow?.[key]).map(({ label }) => label);
  const way = active.join(" → ");
  const words = !flow
    ? t`Power flow unknown.`
    : active.length === 0
      ? t`No output`
      : flow.isCharging
        ? t`Power flows: ${way}. The battery charges.`
        : t`Power flows: ${way}`;
  return (
    <figure className={classes["flow"]}>
      <svg
        viewBox="0 0 376 200"
        role="img"
        aria-label={`${name}. ${words}`}
        data-state={flow?.battery ? "critical" : undefined}
      >
        {lines
          .toSorted((a, b) => Number(a.isOn ?? false) - Number(b.isOn ?? false))
          .map(({ key, isOn, d }) => (
            <path key={key} d={d} className={classes["line"]} data-on={isOn ?? "unknown"} />
          ))}
        {stages.map(({ key, label, x, y }) => (
          <g key={key} className={classes["part"]} data-on={flow?.[key] ?? "unknown"}>
            <rect x={x} y={y} rx={6} {...BOX} />
            <text x={x + BOX.width / 2} y={y + BOX.height / 2}>
              {label}
            </text>
          </g>
        ))}
      </svg>
      <figcaption>{words}</figcaption>
    </figure>
  );
}
