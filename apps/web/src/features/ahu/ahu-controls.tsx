import { useLingui } from "@lingui/react/macro";
import { Group, Stack } from "@mantine/core";
import { IconCalendarTime } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { BuiltInType } from "@verandah/equipment/define.ts";
import { ahu, ahuSwitch } from "@verandah/equipment/types/ahu.ts";

import { noDetails, OverrideFields, type OverrideDetails } from "#shared/commands/override-fields.tsx";
import { useDraft } from "#shared/drafts.ts";
import { setpointKinds } from "#shared/equipment/air-values.ts";
import { type ControlTexts, PointControl } from "#shared/equipment/point-control.tsx";
import { SectionCard } from "#shared/ui/section-card.tsx";

import { type AhuReadings, readingOf } from "./ahu-points.ts";

const { rat, sat } = setpointKinds;
const unitType: BuiltInType = ahu;

/** What an operator may change on a unit. Source: spec 2 §2 AHU screen, §5, §8. */
export function AhuControls({ ssid, readings }: { ssid: string; readings: AhuReadings }) {
  const { t } = useLingui();
  const [override, setOverride] = useDraft<OverrideDetails>(`override:${ssid}`, noDetails);
  const texts: Record<string, ControlTexts> = {
    [ahuSwitch.point]: {
      label: t`AHU On/Off`,
      verified: (value) => (value === ahuSwitch.off ? t`successfully turned Off` : t`successfully turned On`),
    },
    [rat.setpoint]: {
      outOfRange: t`RAT sp should be 15-35`,
      verified: (value) => t`Rat successfully setted ${String(value)}`,
    },
    [sat.setpoint]: {
      outOfRange: t`SAT sp should be 15-35`,
      verified: (value) => t`Sat successfully setted ${String(value)}`,
    },
  };
  return (
    <SectionCard
      title={t`AHU Controls`}
      aside={
        <Link to="/admin/Glschedule">
          <Group gap={4} component="span">
            <IconCalendarTime size={16} aria-hidden />
            {t`Scheduler`}
          </Group>
        </Link>
      }
    >
      <Stack gap="sm">
        {unitType.screen.controls?.map((paramId) => {
          const point = unitType.points[paramId];
          const reading = readingOf(readings, paramId);
          return (
            point &&
            point.kind !== "reading" &&
            reading && (
              <PointControl
                key={paramId}
                ssid={ssid}
                type={unitType}
                paramId={paramId}
                point={point}
                reading={reading}
                override={override}
                texts={texts[paramId]}
                staysOnNoNetwork={paramId === sat.setpoint}
              />
            )
          );
        })}
        <OverrideFields value={override} onChange={setOverride} />
      </Stack>
    </SectionCard>
  );
}
