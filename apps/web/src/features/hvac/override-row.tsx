import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { type Override, releaseOverride } from "@verandah/contract/overrides.ts";
import { useState } from "react";

import { CommandProgress } from "#shared/commands/command-progress.tsx";
import { useCommandWord } from "#shared/commands/use-command-word.ts";
import { useCommand } from "#shared/commands/use-command.ts";
import { errorText } from "#shared/error-text.ts";
import { numberText } from "#shared/format/number.ts";
import { momentText } from "#shared/format/time.ts";
import { admits, useSession } from "#shared/session.ts";
import { showToast } from "#shared/ui/toast.ts";
import { useNow } from "#shared/use-now.ts";
import { usePointText } from "#shared/use-point-text.ts";

import { useReleaseOverride } from "./overrides.queries.ts";

import classes from "./overrides-card.module.css";

/** One override, with the button that takes it back. */
export function OverrideRow({ override }: { override: Override }) {
  const { t } = useLingui();
  const { campus, role } = useSession();
  const nowMs = useNow(10_000);
  const { nameOf, valueText } = usePointText();
  const {
    ssid,
    param_id: paramId,
    unit,
    deviceName,
    by,
    reason,
    until,
    instead,
    energyKilowattHour,
  } = override;
  const moment = (at: string) => momentText(at, nowMs, campus.timeZone);
  const since = moment(override.since);
  const end = until === null ? undefined : moment(until);
  const energy = energyKilowattHour === null ? undefined : numberText(energyKilowattHour, 1);
  const other = instead && valueText(paramId, instead.value, unit);
  return (
    <li className={classes["row"]} aria-label={`${deviceName}: ${nameOf(paramId)}`}>
      <div>
        <strong>{deviceName}</strong> {override.floorName}
        <div className={classes["what"]}>
          {nameOf(paramId)}: <b>{valueText(paramId, override.value, unit)}</b>
          {other && (
            <span className={classes["dimmed"]}>
              {" "}
              {instead.from === "schedule" ? t`(its schedule wants ${other})` : t`(before: ${other})`}
            </span>
          )}
        </div>
      </div>
      <dl className={classes["facts"]}>
        <Fact name={t({ message: "By", comment: "Who gave an order" })}>
          {by?.name ?? override.origin.name ?? "–"}
        </Fact>
        <Fact name={t({ message: "Why", comment: "The reason of an order" })}>{reason ?? "–"}</Fact>
        <Fact name={t({ message: "Since", comment: "When an override began" })}>{since}</Fact>
        <Fact name={t({ message: "Until", comment: "When an override ends" })}>
          {override.isOverdue ? t`over; waiting for the gateway` : (end ?? t`without an end`)}
        </Fact>
        <Fact name={t`Energy so far`}>{energy === undefined ? t`not known` : t`${energy} kWh`}</Fact>
      </dl>
      {admits(releaseOverride.access, role.id) && (
        <ReleaseButton ssid={ssid} paramId={paramId} isReleasing={override.isReleasing} name={deviceName} />
      )}
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

interface ReleaseProps {
  ssid: string;
  paramId: string;
  isReleasing: boolean;
  name: string;
}

function ReleaseButton({ ssid, paramId, isReleasing, name }: ReleaseProps) {
  const { t } = useLingui();
  const wordOf = useCommandWord();
  const { nameOf } = usePointText();
  const release = useReleaseOverride();
  const [commandId, setCommandId] = useState<string>();
  const command = useCommand(commandId, (ended) => {
    if (ended.state !== "verified") showToast({ kind: "error", text: wordOf(ended) });
  });
  const point = nameOf(paramId);
  const isBusy = release.isPending || isReleasing;
  return (
    <div className={classes["release"]}>
      <Button
        size="compact-sm"
        variant="default"
        loading={isBusy}
        aria-label={t`Release ${point} of ${name}`}
        onClick={() =>
          release.mutate(
            { ssid, param_id: paramId },
            {
              onSuccess: (answer) => setCommandId(answer.commandId),
              onError: (error) => showToast({ kind: "error", text: errorText(error) }),
            },
          )
        }
      >
        <Trans comment="Button: takes back what was ordered">Release</Trans>
      </Button>
      <CommandProgress command={command} isSending={release.isPending} />
    </div>
  );
}
