import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconArrowBigUpLine } from "@tabler/icons-react";
import { COMMAND_PRIORITY } from "@verandah/contract/commands/commands.ts";
import { type Override, releaseOverride } from "@verandah/contract/commands/overrides.ts";
import { useState } from "react";

import { admits, useSession } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";

import { numberText } from "../format/number.ts";
import { useMomentText } from "../format/use-time-text.ts";
import { usePointText } from "../texts/use-point-text.ts";
import { showToast, toastFailure } from "../ui/feedback/toast.ts";
import { CommandProgress } from "./command-progress.tsx";
import { ExtendOverride } from "./extend-override.tsx";
import { useCommandState } from "./use-command-state.ts";
import { useCommandText } from "./use-command-text.ts";
import { useUndoCommands } from "./use-command.ts";

import classes from "./overrides-card.module.css";

/** One override, with the button that releases it. */
export function OverrideRow({ override }: { override: Override }) {
  const { t } = useLingui();
  const { role } = useSession();
  const moment = useMomentText();
  const { nameOf, valueText } = usePointText();
  const {
    param_id: paramId,
    unit,
    deviceName,
    deviceType,
    by,
    reason,
    until,
    instead,
    energyKilowattHour,
    overriddenBy,
  } = override;
  const priority = COMMAND_PRIORITY.person;
  const winner = overriddenBy?.priority ?? "";
  const shown = overriddenBy ? valueText(paramId, overriddenBy.value, unit, deviceType) : "";
  const since = moment(override.since);
  const end = until === null ? undefined : moment(until);
  const energy = energyKilowattHour === null ? undefined : numberText(energyKilowattHour, 1);
  const other = instead && valueText(paramId, instead.value, unit, deviceType);
  return (
    <li className={classes["row"]} aria-label={`${deviceName}: ${nameOf(paramId, deviceType)}`}>
      <div>
        <strong>{deviceName}</strong> {override.floorName}
        <div>
          {nameOf(paramId, deviceType)}: <b>{valueText(paramId, override.value, unit, deviceType)}</b>
          {other && (
            <span className={classes["dimmed"]}>
              {" "}
              {instead.from === "schedule" ? t`(schedule: ${other})` : t`(before: ${other})`}
            </span>
          )}
        </div>
        {overriddenBy && (
          <div className={classes["held"]}>
            <IconArrowBigUpLine size={14} aria-hidden />
            {t`Held at priority ${priority}, overridden at priority ${winner} (${shown})`}
          </div>
        )}
      </div>
      <dl className={classes["facts"]}>
        <Fact name={t({ message: "By", comment: "Who sent a command" })}>
          {by?.name ?? override.origin.name ?? "–"}
        </Fact>
        <Fact name={t({ message: "Why", comment: "The reason of a command" })}>{reason ?? "–"}</Fact>
        <Fact name={t({ message: "Since", comment: "When an override began" })}>{since}</Fact>
        <Fact name={t({ message: "Until", comment: "When an override ends" })}>
          {override.isOverdue ? t`Expired, waiting for the gateway` : (end ?? t`without an end`)}
        </Fact>
        <Fact name={t`Energy so far`}>{energy === undefined ? t`unknown` : t`${energy} kWh`}</Fact>
      </dl>
      {admits(releaseOverride.access, role.id) && <OverrideButtons override={override} />}
    </li>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function OverrideButtons({ override }: { override: Override }) {
  const { ssid, param_id: paramId, isReleasing, deviceName: name, deviceType } = override;
  const { t } = useLingui();
  const textOf = useCommandText();
  const { nameOf } = usePointText();
  const release = useChange(releaseOverride);
  const offerUndo = useUndoCommands();
  const [commandId, setCommandId] = useState<string>();
  const [isExtending, setIsExtending] = useState(false);
  const command = useCommandState(commandId, (ended) => {
    if (ended.state !== "verified") showToast({ kind: "error", text: textOf(ended) });
  });
  const point = nameOf(paramId, deviceType);
  const isBusy = release.isPending || isReleasing;
  return (
    <div className={classes["release"]}>
      {isExtending && (
        <ExtendOverride
          override={override}
          onClose={(extended) => {
            setIsExtending(false);
            if (extended) setCommandId(extended);
          }}
        />
      )}
      {override.until !== null && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t`Extend ${point} of ${name}`}
          onClick={() => setIsExtending(true)}
        >
          <Trans comment="Button: gives an override a later end">Extend</Trans>
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        loading={isBusy}
        aria-label={t`Release ${point} of ${name}`}
        onClick={() =>
          release.mutate(
            { ssid, param_id: paramId },
            {
              onSuccess: ({ commandId: id, batchId }) => {
                setCommandId(id);
                offerUndo([batchId], t`Release of ${point} of ${name} sent`);
              },
              onError: toastFailure,
            },
          )
        }
      >
        <Trans comment="Button: releases an override">Release</Trans>
      </Button>
      <CommandProgress command={command} isSending={release.isPending} />
    </div>
  );
}
