import { useLingui } from "@lingui/react/macro";
import { Card, Group, Box, Stack, Text, Title } from "@mantine/core";
import { IconCalendarTime } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { setpointKinds } from "@verandah/contract/hvac/air-comparison.ts";
import { type FedVav, listFedVavs } from "@verandah/contract/hvac/hvac.ts";
import { ahu, ahuSwitch } from "@verandah/equipment/types/ahu.ts";
import { AIR_FLOW, DESIGN_AIR_FLOW } from "@verandah/equipment/types/vav.ts";
import { memo } from "react";

import { type Measured, useMeasured } from "#data/live/readings.ts";
import { useRoute } from "#data/query/use-route.ts";
import { OverrideMark } from "#shared/commands/override-mark.tsx";
import { measuredOf } from "#shared/equipment/schematic/ahu-points.ts";
import { AhuSchematic } from "#shared/equipment/schematic/ahu-schematic.tsx";
import { type ControlsProps, EquipmentControls } from "#shared/equipment/screen/equipment-controls.tsx";
import type { EquipmentParts, ShownDevice } from "#shared/equipment/screen/equipment-screen.tsx";
import { TypeScreen } from "#shared/equipment/screen/type-screen.tsx";
import { designShare, OverDesign } from "#shared/equipment/vav-flow.tsx";
import { numberText } from "#shared/format/number.ts";
import { QualityMark } from "#shared/ui/quality-mark.tsx";
import { Section } from "#shared/ui/section.tsx";

import classes from "./fed-vavs.module.css";

const parts: EquipmentParts = {
  Drawing: AhuDrawing,
  Controls: AhuControls,
  Side: ({ device }) => <FedVavs ssid={device.ssid} />,
  trends: "1h",
  choices: measuredOf,
};

/** One air handling unit. Source: spec 2 §2 AHU screen. */
export function AhuScreen({ ssid }: { ssid: string }) {
  const { t } = useLingui();
  return (
    <TypeScreen
      type={ahu.type}
      label={t`Device`}
      title={ssid}
      missing={t`There is no air handling unit of this address.`}
      parts={parts}
      hasSnackbar
    />
  );
}

function AhuDrawing({ device: { ssid, name }, latest }: ShownDevice) {
  const { t } = useLingui();
  return (
    <Card component="section" aria-label={t`Schematic`} padding="sm">
      <OverrideMark ssid={ssid} />
      <AhuSchematic ahu={latest} name={name} />
    </Card>
  );
}

const { rat, sat } = setpointKinds;

/** The values that an operator may change on a unit. Source: spec 2 §2 AHU screen, §5, §8. */
function AhuControls(props: ControlsProps) {
  const { t } = useLingui();
  return (
    <EquipmentControls
      {...props}
      title={t`AHU Controls`}
      aside={
        <Link to="/admin/Glschedule">
          <Group gap={4} component="span">
            <IconCalendarTime size={16} aria-hidden />
            {t`Scheduler`}
          </Group>
        </Link>
      }
      texts={{
        [ahuSwitch.point]: {
          label: t`AHU On/Off`,
          verified: (value) =>
            value === ahuSwitch.off ? t`successfully turned Off` : t`successfully turned On`,
        },
        [rat.setpoint]: {
          outOfRange: t`RAT sp should be 15-35`,
          verified: (value) => t`Rat successfully setted ${String(value)}`,
        },
        [sat.setpoint]: {
          outOfRange: t`SAT sp should be 15-35`,
          verified: (value) => t`Sat successfully setted ${String(value)}`,
          staysOnNoNetwork: true,
        },
      }}
    />
  );
}

/** The air flow of a box and its design air flow; nothing for a unit without them. */
function flowsOf({ values }: Measured<FedVav>) {
  const readingOf = (paramId: string) => values.find(({ param_id: id }) => id === paramId);
  const [cfm, designCfm] = [readingOf(AIR_FLOW), readingOf(DESIGN_AIR_FLOW)];
  return cfm && designCfm && { cfm, designCfm };
}

/** The boxes of a unit: the air flow of each and its design air flow. A click opens its page. */
function FedVavs({ ssid }: { ssid: string }) {
  const { t } = useLingui();
  const list = useRoute(listFedVavs, { ssid });
  const { measured, error } = useMeasured(list.data);
  // A unit without an air flow is not a box.
  const data = measured?.filter((vav) => flowsOf(vav));
  const vavs = { ...list, data, error: list.error ?? error };
  const most = Math.max(
    ...(data ?? [])
      .flatMap((vav) => Object.values(flowsOf(vav) ?? {}))
      .map(({ quality, param_value: value }) => (quality === "suspect" ? 0 : (value ?? 0))),
    1,
  );
  return (
    <Card component="section" aria-label={t`VAV`} padding="sm">
      <Title order={2} size="h5">{t`VAV`}</Title>
      <Text size="xs" c="dimmed" mb="xs">{t`Air flow against design air flow, CFM`}</Text>
      <Section of={vavs} height={150} isPart empty={t`No VAV box is assigned to this unit.`}>
        {(shown) => (
          <Stack component="ul" gap={2}>
            {shown.map((vav) => (
              <VavBar key={vav.ssid} vav={vav} most={most} />
            ))}
          </Stack>
        )}
      </Section>
    </Card>
  );
}

interface BarProps {
  vav: Measured<FedVav>;
  most: number;
}

const VavBar = memo(function VavBar({ vav, most }: BarProps) {
  const { t } = useLingui();
  const flows = flowsOf(vav);
  if (!flows) return null;
  const { ssid, name } = vav;
  const { cfm, designCfm } = flows;
  const isFresh = cfm.quality === "good";
  const shareOf = (value: number | null) => `${Math.min(100, (100 * Math.max(0, value ?? 0)) / most)}%`;
  const percent = isFresh ? designShare(cfm.param_value, designCfm) : undefined;
  const flow = cfm.param_value === null ? t`No data` : numberText(cfm.param_value);
  const design = designCfm.param_value === null ? "–" : numberText(designCfm.param_value);
  return (
    <li>
      <Link
        to="/admin/glVav"
        search={{ device: ssid }}
        className={classes["bar"] ?? ""}
        data-stale={!isFresh}
      >
        <span>{name}</span>
        <Box component="span" pos="relative" h={14} aria-hidden>
          <span className={classes["design"]} style={{ width: shareOf(designCfm.param_value) }} />
          <span className={classes["flow"]} style={{ width: shareOf(cfm.param_value) }} />
        </Box>
        <Text span inherit ta="right">
          {flow} / {design}
          {cfm.measured_time && <QualityMark of={cfm} />}
          {percent !== undefined && percent > 100 && <OverDesign percent={percent} />}
        </Text>
      </Link>
    </li>
  );
});
