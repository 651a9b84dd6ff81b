import { Trans, useLingui } from "@lingui/react/macro";
import { Card, Group, Stack, Switch, Text, Title } from "@mantine/core";
import { IconCalendarTime } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ParameterReading } from "@verandah/contract/telemetry.ts";
import { ahuSwitch } from "@verandah/equipment/types/ahu.ts";

import { CommandProgress } from "#shared/commands/command-progress.tsx";
import { noWish, OverrideFields, type OverrideWish } from "#shared/commands/override-fields.tsx";
import { useDraft } from "#shared/drafts.ts";
import { setpointKinds } from "#shared/equipment/air-values.ts";
import { useQualityText } from "#shared/ui/quality-mark.tsx";
import { showToast } from "#shared/ui/toast.ts";
import { useNow } from "#shared/use-now.ts";

import { type Ahu, readingOf } from "./ahu-points.ts";
import { AhuSetpointForm } from "./ahu-setpoint-form.tsx";
import { useAhuOrder } from "./use-ahu-order.ts";

const AGE_REFRESH_MS = 1_000;

/** What an operator may change on a unit. Source: spec 2 §2 AHU screen. */
export function AhuControls({ ssid, ahu }: { ssid: string; ahu: Ahu }) {
  const { t } = useLingui();
  const [override, setOverride] = useDraft<OverrideWish>(`override:${ssid}`, noWish);
  const onOff = readingOf(ahu, ahuSwitch.point);
  const rat = readingOf(ahu, setpointKinds.rat.setpoint);
  const sat = readingOf(ahu, setpointKinds.sat.setpoint);
  return (
    <Card component="section" aria-label={t`AHU Controls`} padding="sm">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h5">
          <Trans>AHU Controls</Trans>
        </Title>
        <Link to="/admin/Glschedule">
          <Group gap={4} component="span">
            <IconCalendarTime size={16} aria-hidden />
            <Trans>Scheduler</Trans>
          </Group>
        </Link>
      </Group>
      <Stack gap="sm">
        {onOff && <OnOffSwitch ssid={ssid} reading={onOff} override={override} />}
        {rat && <AhuSetpointForm ssid={ssid} reading={rat} kind="RAT" override={override} />}
        {sat && <AhuSetpointForm ssid={ssid} reading={sat} kind="SAT" override={override} />}
        <OverrideFields value={override} onChange={setOverride} />
      </Stack>
    </Card>
  );
}

interface SwitchProps {
  ssid: string;
  reading: ParameterReading;
  override: OverrideWish;
}

/**
 * The switch stands where it was put while the order is under way, and where the unit says once it has ended; in between the unit's own
 * state is in words beside it. Source: spec 2 §4 AHU on/off switch.
 */
function OnOffSwitch({ ssid, reading, override }: SwitchProps) {
  const { t } = useLingui();
  const { order, wish, command, isSending } = useAhuOrder(ssid, ahuSwitch.point, {
    onVerified: (value) =>
      showToast({
        kind: "success",
        text: value === ahuSwitch.off ? t`successfully turned Off` : t`successfully turned On`,
      }),
  });
  const nowMs = useNow(AGE_REFRESH_MS);
  const qualityText = useQualityText();
  const age = reading.quality === "good" ? "" : ` · ${qualityText(reading, nowMs)}`;
  const isOn = (reading.param_value ?? 0) > 0;
  return (
    <div>
      <Group gap="xs">
        <Switch
          label={t`AHU On/Off`}
          size="md"
          checked={wish === undefined ? isOn : wish === ahuSwitch.on}
          aria-busy={wish !== undefined}
          disabled={wish !== undefined}
          onChange={(event) => order(event.currentTarget.checked ? ahuSwitch.on : ahuSwitch.off, override)}
        />
      </Group>
      <Group gap="xs" mt={4} mih={20}>
        <Text size="xs" c="dimmed" data-testid="on-off-now">
          {isOn ? t`Command: On` : t`Command: Off`}
          {age}
        </Text>
        <CommandProgress command={command} isSending={isSending} />
      </Group>
    </div>
  );
}
