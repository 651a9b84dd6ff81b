import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Badge, Button, Card, Group, Loader, Radio, Stack, Switch, Text, Title } from "@mantine/core";
import { IconAlertTriangle, IconUser } from "@tabler/icons-react";
import type { LightChange } from "@verandah/equipment/light-group.ts";
import { useState } from "react";

import { OverrideMark } from "#shared/commands/override-mark.tsx";
import { showToast } from "#shared/ui/toast.ts";

import { IntensityRing } from "./intensity-ring.tsx";
import {
  type LightCardData,
  type LightMember,
  membersOf,
  newestCommandOf,
  stateOfLights,
} from "./light-members.ts";
import { useLightCommand } from "./use-light-command.ts";

import classes from "./lighting.module.css";

interface Props {
  card: LightCardData;
  /** People in its zone; undefined without a sensor, null without a fresh count. */
  people: number | null | undefined;
  canCommand: boolean;
  /** Opens the place below; none on a card of one controller. */
  onOpen: (() => void) | undefined;
}

/** The source of the last command in words. Source: spec 2 §4 Lighting selector derivation. */
function sourceText(origin: string | undefined): string {
  if (origin === undefined) return "Server";
  return origin === "person" ? "Tab" : origin.charAt(0).toUpperCase() + origin.slice(1);
}

/** State and controls of the lights of a place, or of one controller. Source: spec 2 §2 Lighting control page. */
export function LightCard({ card, people, canCommand, onOpen }: Props) {
  const { t } = useLingui();
  const { name, lights, hasChannels } = card;
  const [channel, setChannel] = useState<string>();
  const { apply, isUnderWay, progress, failed, retry } = useLightCommand(name);
  const state = stateOfLights(lights);
  const { mode, status, intensity, confirmed, total, offline } = state;
  const modes = { Manual: t`Manual`, Auto: t`Auto`, "Mixed modes": t`Mixed modes` };
  const source = sourceText(newestCommandOf(lights)?.origin);
  const { done, total: sent } = progress;
  const [only] = lights;

  function change(to: LightChange): void {
    const members: LightMember[] = membersOf(lights).filter(
      ({ suffix }) => !hasChannels || channel === "both" || suffix === channel,
    );
    if (hasChannels && channel === undefined)
      showToast({ kind: "error", text: t`Please select a channel for this device!` });
    else void apply(to, members);
  }

  return (
    <Card component="article" padding="sm" aria-label={name} className={classes["card"] ?? ""}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Title order={2} size="h5">
          {onOpen ? (
            <button type="button" className={classes["open"]} onClick={onOpen}>
              {name}
            </button>
          ) : (
            name
          )}
        </Title>
        {confirmed > 0 && (
          <Badge variant="light" color={mode === "Mixed modes" ? "yellow" : "gray"} tt="none">
            {modes[mode]}
          </Badge>
        )}
      </Group>
      <Group gap="sm" wrap="nowrap" align="center" mt={6}>
        <IntensityRing
          label={t`Intensity of ${name}`}
          percent={intensity}
          isDisabled={!canCommand || isUnderWay}
          onChange={(percent) => change({ to: "intensity", percent })}
        />
        <Stack gap={6}>
          {canCommand ? (
            <Group gap="xs">
              <Switch
                aria-label={t`Lights of ${name}`}
                label={(intensity ?? 0) > 0 ? t`On` : t`Off`}
                checked={(intensity ?? 0) > 0}
                disabled={isUnderWay || confirmed === 0}
                onChange={(event) => change({ to: event.currentTarget.checked ? "on" : "off" })}
              />
              <Button
                size="compact-sm"
                variant={status === "Auto" ? "filled" : "default"}
                aria-pressed={status === "Auto"}
                aria-label={t`Auto: ${name}`}
                disabled={isUnderWay}
                onClick={() => change({ to: "auto" })}
              >
                {t({ message: "Auto", comment: "Lights that the controller switches itself" })}
              </Button>
            </Group>
          ) : (
            <Text size="sm" fw={600}>
              {status === "" ? modes[mode] : { On: t`On`, Off: t`Off`, Auto: t`Auto` }[status]}
            </Text>
          )}
          <Text size="xs" c="dimmed">
            {t({ message: "Source:", comment: "Before the source of the last command to lights" })} {source}
          </Text>
          {people !== undefined && (
            <Text size="xs" c="dimmed" className={classes["people"] ?? ""}>
              <IconUser size={13} aria-hidden />
              {people === null ? t`No data` : plural(people, { one: "# person", other: "# people" })}
            </Text>
          )}
        </Stack>
      </Group>
      {hasChannels && canCommand && (
        <Radio.Group
          mt="xs"
          size="xs"
          aria-label={t`Channel of ${name}`}
          value={channel ?? null}
          onChange={setChannel}
        >
          <Group gap="xs">
            <Radio size="xs" value="_1" label={t`Channel 1`} />
            <Radio size="xs" value="_2" label={t`Channel 2`} />
            <Radio size="xs" value="both" label={t`Both Channels`} />
          </Group>
        </Radio.Group>
      )}
      {only && lights.length === 1 && <OverrideMark ssid={only.ssid} />}
      <div className={classes["note"]} role="status">
        {isUnderWay ? (
          <>
            <Loader size={12} aria-hidden /> {t`${done} of ${sent} confirmed`}
          </>
        ) : failed.length > 0 ? (
          <>
            <IconAlertTriangle size={14} aria-hidden />
            {plural(failed.length, { one: "# light did not follow", other: "# lights did not follow" })}
            <Button size="compact-xs" variant="default" onClick={retry}>
              {t`Try again`}
            </Button>
          </>
        ) : (
          confirmed < total && (
            <>
              <IconAlertTriangle size={14} aria-hidden />
              {offline > 0
                ? t`${confirmed} of ${total} confirmed, ${offline} offline`
                : t`${confirmed} of ${total} confirmed`}
            </>
          )
        )}
      </div>
    </Card>
  );
}
