import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Badge, Button, Card, Group, Radio, Stack, Switch, Text, Title } from "@mantine/core";
import { IconAlertTriangle, IconUser } from "@tabler/icons-react";
import { replaceEqualDeep } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { LightChange } from "@verandah/equipment/light-group.ts";
import { memo, type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";

import { useMeasured } from "#data/live/readings.ts";
import { noDetails, type OverrideDetails } from "#shared/commands/override-fields.tsx";
import { OverrideMark } from "#shared/commands/override-mark.tsx";
import { ReasonsButton } from "#shared/equipment/reasons.tsx";
import { quantity } from "#shared/format/number.ts";
import { useAgeText } from "#shared/format/use-time-text.ts";
import { useSearchState } from "#shared/search-state.ts";
import { usePointText } from "#shared/texts/use-point-text.ts";
import { showToast } from "#shared/ui/feedback/toast.ts";

import { BatchNote } from "./batch-note.tsx";
import { IntensityRing } from "./intensity-ring.tsx";
import {
  type CardLink,
  lastSeenOf,
  type LightCardData,
  type LightMember,
  type MeasuredLight,
  membersOf,
  newestCommandOf,
  stateOfLights,
  valuesOfChannels,
} from "./light-members.ts";
import { useLightCommand } from "./use-light-command.ts";
import { useLightState } from "./use-light-state.ts";

interface Props {
  card: LightCardData;
  /** People in its zone; undefined without a sensor, null without a fresh count. */
  people: number | null | undefined;
  canCommand: boolean;
  /** The address may ask for a change of these lights. */
  isFirst: boolean;
  /** Leads to the place below, or to the controller; undefined for all lights of a place. */
  link: CardLink | undefined;
}

/** The source of the last command in words. Source: spec 2 §4 Lighting selector derivation. */
function sourceText(origin: string | undefined): string {
  if (origin === undefined) return "Server";
  return origin === "person" ? "Tab" : origin.charAt(0).toUpperCase() + origin.slice(1);
}

/**
 * State and controls of the lights of a place, or of one controller. It is drawn again only for its own lights. Source: spec 2 §2 Lighting
 * control page.
 */
export const LightCard = memo(LightsOfCard, (before, now) => replaceEqualDeep(before, now) === before);

function LightsOfCard({ card, people, canCommand, isFirst, link }: Props) {
  const { t } = useLingui();
  const { name, hasChannels } = card;
  const { measured: lights = [] } = useMeasured(card.lights);
  const root = useRef<HTMLDivElement>(null);
  const asked = useAskedChange(isFirst && canCommand);
  const { mode, intensity, confirmed, total } = stateOfLights(lights);
  const modes = { Manual: t`Manual`, Auto: t`Auto`, "Mixed modes": t`Mixed modes` };
  const [only] = lights;
  return (
    <Card component="article" ref={root} tabIndex={-1} padding="sm" aria-label={name} h="100%">
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Title order={2} size="h5">
          {link ? (
            <Link to={link.to} search={link.search ?? {}}>
              {name}
            </Link>
          ) : (
            t`All lights of ${name}`
          )}
        </Title>
        {confirmed > 0 && (
          <Badge variant="light" color={mode === "Mixed modes" ? "yellow" : "gray"} tt="none">
            {modes[mode]}
          </Badge>
        )}
      </Group>
      <LightControl
        name={name}
        lights={lights}
        hasChannels={hasChannels}
        people={people}
        canCommand={canCommand}
        asked={asked}
        root={root}
      >
        {only && lights.length === 1 && (
          <Group gap="xs" mt={4}>
            <ReasonsButton ssid={only.ssid} isOn={confirmed < total ? null : (intensity ?? 0) > 0} />
            <OverrideMark ssid={only.ssid} />
          </Group>
        )}
      </LightControl>
    </Card>
  );
}

interface ControlProps extends Pick<LightCardData, "name" | "hasChannels"> {
  lights: readonly MeasuredLight[];
  people?: Props["people"];
  canCommand: boolean;
  /** Asked about at once. */
  asked?: "on" | "off" | "auto" | undefined;
  /** Has the focus while a batch disables the controls. */
  root: RefObject<HTMLDivElement | null>;
  override?: OverrideDetails;
  /** Called in place of a command whose end cannot be read. */
  onUnreadEnd?: () => void;
  /** Before the progress. */
  children?: ReactNode;
}

/** The ring, the switch, Auto and the channels of some lights, with their known state and the progress of their commands. */
export function LightControl({
  name,
  lights,
  hasChannels,
  people,
  canCommand,
  asked,
  root,
  override = noDetails,
  onUnreadEnd,
  children,
}: ControlProps) {
  const { t } = useLingui();
  const [channel, setChannel] = useState<string>();
  const command = useLightCommand(name, override);
  const { apply, isUnderWay } = command;
  useEffect(() => {
    const { activeElement, body } = document;
    // The control that had the focus is disabled during a batch.
    if (isUnderWay && (activeElement === body || root.current?.contains(activeElement)))
      root.current?.focus({ preventScroll: true });
  }, [isUnderWay, root]);
  const ask = useEffectEvent((to: LightChange) => apply(to, membersOf(lights), { asks: true }));
  useEffect(() => {
    if (asked) ask({ to: asked });
  }, [asked]);
  const state = stateOfLights(lights);
  const { status, intensity, confirmed, total, offline } = state;
  const stateText = useLightState();

  function change(to: LightChange): void {
    const members: LightMember[] = membersOf(lights).filter(
      ({ suffix }) => !hasChannels || channel === "both" || suffix === channel,
    );
    if (hasChannels && channel === undefined)
      showToast({ kind: "error", text: t`Please select a channel for this device!` });
    else if (override.unreadEnd === undefined) apply(to, members);
    else onUnreadEnd?.();
  }

  return (
    <>
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
                label={confirmed === 0 ? stateText(state) : (intensity ?? 0) > 0 ? t`On` : t`Off`}
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
              {stateText(state)}
            </Text>
          )}
          <Facts lights={lights} people={people} isAuto={status === "Auto"} />
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
      {children}
      <BatchNote name={name} command={command}>
        {confirmed < total && (
          <>
            <IconAlertTriangle size={14} aria-hidden />
            {offline > 0
              ? t`${confirmed} of ${total} confirmed, ${offline} offline`
              : t`${confirmed} of ${total} confirmed`}
          </>
        )}
      </BatchNote>
    </>
  );
}

const linkedChanges = ["on", "off", "auto"] as const;

/** The change that a link to the screen asks for, as `lights=off`. It leaves the address, so that a reload asks nothing. */
function useAskedChange(isWanted: boolean): (typeof linkedChanges)[number] | undefined {
  const [{ lights }, changeSearch] = useSearchState();
  const asked = isWanted ? linkedChanges.find((one) => one === lights) : undefined;
  useEffect(() => {
    if (asked) changeSearch({ lights: undefined }, { replace: true });
  }, [asked, changeSearch]);
  return asked;
}

interface FactsProps extends Pick<ControlProps, "lights" | "people"> {
  isAuto: boolean;
}

/** Source of the last command, time of the last contact, and further facts. */
function Facts({ lights, people, isAuto }: FactsProps) {
  const { t } = useLingui();
  const { nameOf, valueText } = usePointText();
  const ageText = useAgeText();
  const source = sourceText(newestCommandOf(lights)?.origin);
  const seenAt = lastSeenOf(lights);
  const age = seenAt === null ? undefined : ageText(seenAt);
  const bases = new Set(valuesOfChannels(lights, "auto_basis"));
  const [basis = 0] = bases;
  const basisText = valueText("auto_basis", basis, "none").toLocaleLowerCase();
  const burnHours = lights.length === 1 ? valuesOfChannels(lights, "burn_hours") : [];
  const burnHoursText = burnHours.map((hours) => quantity(hours, "hour")).join(", ");
  const failed = valuesOfChannels(lights, "lamp_failure").filter((value) => value > 0).length;
  return (
    <>
      <Text size="xs" c="dimmed">
        {t({ message: "Source:", comment: "Before the source of the last command to lights" })} {source}
      </Text>
      <Text size="xs" c="dimmed">
        {age === undefined ? t`Never seen` : t`Last seen ${age}`}
      </Text>
      {isAuto && basis > 0 && bases.size === 1 && <Text size="xs" c="dimmed">{t`Auto: ${basisText}`}</Text>}
      {burnHours.length > 0 && (
        <Text size="xs" c="dimmed">
          {nameOf("burn_hours")}: {burnHoursText}
        </Text>
      )}
      {failed > 0 && (
        <Text size="xs" fw={600} c="var(--text-low)">
          {plural(failed, { one: "# lamp failed", other: "# lamps failed" })}
        </Text>
      )}
      {people !== undefined && (
        <Group gap={4} fz="xs" c="dimmed">
          <IconUser size={13} aria-hidden />
          {people === null ? t`No data` : plural(people, { one: "# person", other: "# people" })}
        </Group>
      )}
    </>
  );
}
