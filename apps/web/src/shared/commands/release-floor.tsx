import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Button, Group, Stack, Text } from "@mantine/core";
import type { Override } from "@verandah/contract/commands/overrides.ts";
import { useState } from "react";

import { problemText } from "../texts/problem-text.ts";
import { usePointText } from "../texts/use-point-text.ts";
import { Dialog } from "../ui/dialogs/dialog.tsx";
import { showToast, toastFailure } from "../ui/feedback/toast.ts";
import { useCommandText } from "./use-command-text.ts";
import { useCommand, useUndoCommands } from "./use-command.ts";

const showFailure = (name: string, why: string) => showToast({ kind: "error", text: `${name}: ${why}` });

interface Props {
  floorName: string;
  overrides: readonly Override[];
}

/** Releases all overrides of a floor, after a confirmation that lists them. */
export function ReleaseFloor({ floorName, overrides }: Props) {
  const { t } = useLingui();
  const textOf = useCommandText();
  const count = overrides.length;
  const { nameOf, valueText } = usePointText();
  const [isOpen, setIsOpen] = useState(false);
  const offerUndo = useUndoCommands();
  const { send, isSending, isUnderWay } = useCommand((commands) => {
    for (const command of commands)
      if (command.state !== "verified") showFailure(command.deviceName, textOf(command));
  });

  async function release(): Promise<void> {
    try {
      const { batchId, commands, refused } = await send({
        writes: overrides.map(({ ssid, param_id }) => ({ ssid, param_id, value: null })),
      });
      for (const { ssid, code } of refused)
        showFailure(overrides.find((one) => one.ssid === ssid)?.deviceName ?? ssid, problemText(code));
      setIsOpen(false);
      if (commands.length > 0) offerUndo([batchId], t`Release of all overrides of ${floorName} sent`);
    } catch (error) {
      toastFailure(error);
    }
  }

  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        loading={isUnderWay}
        aria-label={t`Release all overrides of ${floorName}`}
        onClick={() => setIsOpen(true)}
      >
        {t`Release all`}
      </Button>
      {isOpen && (
        <Dialog onClose={() => setIsOpen(false)} title={t`Release all overrides of ${floorName}`}>
          <Stack gap="md">
            <Text size="sm">{t`Schedules and defaults are in force again after the release.`}</Text>
            <Text component="ul" size="sm" m={0}>
              {overrides.map(({ commandId, deviceName, deviceType, param_id, value, unit, by }) => (
                <li key={commandId}>
                  {deviceName}: {nameOf(param_id, deviceType)} {valueText(param_id, value, unit, deviceType)}
                  {by && ` · ${by.name}`}
                </li>
              ))}
            </Text>
            <Group justify="flex-end">
              <Button variant="default" onClick={() => setIsOpen(false)}>{t`Cancel`}</Button>
              <Button onClick={() => void release()} loading={isSending}>
                {plural(count, { one: "Release # override", other: "Release # overrides" })}
              </Button>
            </Group>
          </Stack>
        </Dialog>
      )}
    </>
  );
}
