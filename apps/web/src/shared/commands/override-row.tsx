import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { ActionIcon, Box, Button, Group, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconArrowBigUpLine, IconChevronDown, IconPencil } from "@tabler/icons-react";
import { COMMAND_PRIORITY } from "@verandah/contract/commands/commands.ts";
import {
  type EnergyUnknown,
  giveReason,
  type Override,
  releaseOverride,
} from "@verandah/contract/commands/overrides.ts";
import { lightCommands } from "@verandah/equipment/light-group.ts";
import { type ReactNode, useState } from "react";

import { admits, useSession } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";

import { numberText } from "../format/number.ts";
import { useMomentText } from "../format/use-time-text.ts";
import { usePointText } from "../texts/use-point-text.ts";
import { useTypeName } from "../texts/use-type-name.ts";
import { StateText } from "../ui/feedback/state-text.tsx";
import { showToast, toastFailure } from "../ui/feedback/toast.ts";
import { FormDialog } from "../ui/form/form.tsx";
import { AutoGrid, Rows } from "../ui/layout.tsx";
import { CommandProgress } from "./command-progress.tsx";
import { ExtendOverride } from "./extend-override.tsx";
import { ReleaseOverrides } from "./release-overrides.tsx";
import { useCommandText } from "./use-command-text.ts";
import { useBatch, useUndoCommands } from "./use-command.ts";

import classes from "./overrides-card.module.css";

/** Values that a text names; the others are in the opened row. */
const NAMED_VALUES_MAX = 2;

interface Props {
  override: Override;
  /** The other values of its action. */
  others?: readonly Override[];
  /** The row of its action, which has the reason, is around it. */
  isMember?: boolean;
}

/** What an action overrides, and where. */
function useActionTexts(): (members: readonly Override[]) => { name: string; values: string } {
  const { nameOf, valueText } = usePointText();
  const typeName = useTypeName();
  return (members) => {
    const devices = new Map(members.map((one) => [one.ssid, one.deviceName]));
    const types = new Set(members.map(({ deviceType }) => typeName(deviceType, "many")));
    const count = plural(devices.size, { one: "# device", other: "# devices" });
    const values = new Set(
      members.map(({ param_id: paramId, value, unit, deviceType }) => {
        // Channels of lights have one name.
        const name = lightCommands.includes(paramId)
          ? nameOf(paramId.replace(/_\d$/, ""))
          : nameOf(paramId, deviceType);
        return `${name}: ${valueText(paramId, value, unit, deviceType)}`;
      }),
    );
    return {
      name: devices.size === 1 ? [...devices.values()].join("") : `${[...types].join(", ")}: ${count}`,
      values:
        [...values].slice(0, NAMED_VALUES_MAX).join(", ") + (values.size > NAMED_VALUES_MAX ? " …" : ""),
    };
  };
}

/** The energy of an action in words, or why it is unknown. */
function useEnergyText(): (members: readonly Override[]) => string {
  const { t } = useLingui();
  const words: Record<EnergyUnknown, string> = {
    setpoint: t`unknown: no meter for a setpoint`,
    "no-meter": t`unknown: no meter for this device`,
    "no-chiller-power": t`unknown: no chiller reports its power`,
    "no-unit-readings": t`unknown: the unit sends no readings`,
    "state-before-unknown": t`unknown: earlier state not known`,
  };
  return (members) => {
    const unknown = members.find(({ energyUnknown }) => energyUnknown)?.energyUnknown;
    if (unknown) return words[unknown];
    const energy = numberText(
      members.reduce((sum, { energyKilowattHour }) => sum + (energyKilowattHour ?? 0), 0),
      1,
    );
    return t`${energy} kWh`;
  };
}

/** One override, with the buttons that release and extend it. An action on several devices opens to them. */
export function OverrideRow({ override, others = [], isMember = false }: Props) {
  const { t } = useLingui();
  const { role } = useSession();
  const moment = useMomentText();
  const { nameOf, valueText } = usePointText();
  const textsOf = useActionTexts();
  const energyOf = useEnergyText();
  const [isOpen, { toggle }] = useDisclosure(false);
  const { param_id: paramId, unit, deviceType, by, until, instead, overriddenBy } = override;
  const members = [override, ...others];
  const isSingle = others.length === 0;
  const held = members.filter((one) => one.overriddenBy).length;
  const { name, values } = textsOf(members);
  const priority = COMMAND_PRIORITY.person;
  const winner = overriddenBy?.priority ?? "";
  const shown = overriddenBy ? valueText(paramId, overriddenBy.value, unit, deviceType) : "";
  const since = moment(override.since);
  const end = until === null ? undefined : moment(until);
  const other = isSingle && instead && valueText(paramId, instead.value, unit, deviceType);
  const canChange = admits(releaseOverride.access, role.id);
  const title = isSingle ? `${name}: ${nameOf(paramId, deviceType)}` : `${name}, ${values}`;
  return (
    <li className={classes["row"]} aria-label={title}>
      <div>
        <strong>{name}</strong>{" "}
        {members.every(({ floorId }) => floorId === override.floorId) && override.floorName}
        <div>
          {isSingle ? (
            <>
              {nameOf(paramId, deviceType)}: <b>{valueText(paramId, override.value, unit, deviceType)}</b>
            </>
          ) : (
            <b>{values}</b>
          )}
          {other && (
            <Text span fz={12} c="dimmed">
              {" "}
              {instead.from === "schedule" ? t`(schedule: ${other})` : t`(before: ${other})`}
            </Text>
          )}
        </div>
        {held > 0 && (
          <StateText c="var(--text-low)" style={{ whiteSpace: "normal" }}>
            <IconArrowBigUpLine size={14} aria-hidden />
            {isSingle
              ? t`Held at priority ${priority}, overridden at priority ${winner} (${shown})`
              : plural(held, {
                  one: "# overridden by another system",
                  other: "# overridden by another system",
                })}
          </StateText>
        )}
        {!isSingle && (
          <Button
            variant="subtle"
            size="compact-sm"
            ml={-8}
            aria-expanded={isOpen}
            aria-label={t`Devices of ${title}`}
            onClick={toggle}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {t`Devices`}
          </Button>
        )}
      </div>
      <AutoGrid component="dl" min={110} gap={12} isFit>
        {!isMember && (
          <>
            <Fact name={t({ message: "By", comment: "Who sent a command" })}>
              {by?.name ?? override.origin.name ?? "–"}
            </Fact>
            <Fact name={t({ message: "Why", comment: "The reason of a command" })}>
              {override.reason ?? t`No reason given`}{" "}
              {canChange && <ReasonButton override={override} title={title} />}
            </Fact>
          </>
        )}
        <Fact name={t({ message: "Since", comment: "When an override began" })}>{since}</Fact>
        <Fact name={t({ message: "Until", comment: "When an override ends" })}>
          {members.some(({ isOverdue }) => isOverdue)
            ? t`Expired, its end is unknown until the gateway reports it`
            : (end ?? t`without an end`)}
        </Fact>
        <Fact name={t`Energy so far`}>{energyOf(members)}</Fact>
      </AutoGrid>
      {canChange && <OverrideButtons members={members} override={override} title={title} />}
      {isOpen && (
        <Box pl={16} style={{ gridColumn: "1 / -1", borderLeft: "2px solid var(--app-line)" }}>
          <Rows>
            {members.map((member) => (
              <OverrideRow key={member.commandId} override={member} isMember />
            ))}
          </Rows>
        </Box>
      )}
    </li>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Text component="dt" fz={12} c="dimmed">
        {name}
      </Text>
      <Box component="dd" m={0} style={{ overflowWrap: "anywhere" }}>
        {children}
      </Box>
    </div>
  );
}

/** Gives an action its reason, or another one. */
function ReasonButton({ override, title }: { override: Override; title: string }) {
  const { t } = useLingui();
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      {override.reason ? (
        <ActionIcon
          size={24}
          color="brand"
          aria-label={t`Change the reason: ${title}`}
          title={t`Change`}
          onClick={open}
        >
          <IconPencil size={14} aria-hidden />
        </ActionIcon>
      ) : (
        <Button
          variant="subtle"
          size="compact-xs"
          ml={-7}
          aria-label={t`Give a reason: ${title}`}
          onClick={open}
        >
          {t`Give a reason`}
        </Button>
      )}
      {isOpen && <ReasonDialog override={override} title={title} onClose={close} />}
    </>
  );
}

function ReasonDialog(props: { override: Override; title: string; onClose: () => void }) {
  const { override, title, onClose } = props;
  const { t } = useLingui();
  const give = useChange(giveReason);
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      initial={{ reason: override.reason ?? "" }}
      fields={[{ name: "reason", label: t`Reason`, kind: "reason", required: true, "data-autofocus": true }]}
      isDisabled={({ reason }) => !reason.trim()}
      submit={({ reason }) => give.mutateAsync({ id: override.batchId, reason: reason.trim() })}
    />
  );
}

interface ButtonsProps {
  members: readonly Override[];
  override: Override;
  title: string;
}

function OverrideButtons({ members, override, title }: ButtonsProps) {
  const { ssid, param_id: paramId, deviceName, deviceType } = override;
  const { t } = useLingui();
  const textOf = useCommandText();
  const { nameOf } = usePointText();
  const release = useChange(releaseOverride);
  const offerUndo = useUndoCommands();
  const [batchId, setBatchId] = useState<string>();
  const [isExtending, setIsExtending] = useState(false);
  const { commands } = useBatch(batchId, (ended) => {
    for (const one of ended)
      if (one.state !== "verified")
        showToast({
          kind: "error",
          text: ended.length > 1 ? `${one.deviceName}: ${textOf(one)}` : textOf(one),
        });
  });
  const command = commands.find(({ state }) => state !== "verified") ?? commands[0];
  const isSingle = members.length === 1;
  const point = nameOf(paramId, deviceType);
  const what = isSingle ? t`${point} of ${deviceName}` : title;
  return (
    <Group gap={4} justify="end">
      {isExtending && (
        <ExtendOverride
          override={override}
          members={members}
          title={title}
          onExtended={setBatchId}
          onClose={() => setIsExtending(false)}
        />
      )}
      {override.until !== null && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t`Extend ${what}`}
          onClick={() => setIsExtending(true)}
        >
          <Trans comment="Button: gives an override a later end">Extend</Trans>
        </Button>
      )}
      {isSingle ? (
        <Button
          size="compact-sm"
          variant="default"
          loading={release.isPending || override.isReleasing}
          aria-label={t`Release ${what}`}
          onClick={() =>
            release.mutate(
              { ssid, param_id: paramId },
              {
                onSuccess: ({ batchId: id }) => {
                  setBatchId(id);
                  offerUndo([id], t`Release of ${what} sent`);
                },
                onError: toastFailure,
              },
            )
          }
        >
          <Trans comment="Button: releases an override">Release</Trans>
        </Button>
      ) : (
        <ReleaseOverrides
          title={t`Release ${what}`}
          sentText={t`Release of ${what} sent`}
          overrides={members}
        >
          <Trans comment="Button: releases an override">Release</Trans>
        </ReleaseOverrides>
      )}
      <CommandProgress command={command} isSending={release.isPending} />
    </Group>
  );
}
