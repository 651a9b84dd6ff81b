import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Button, Text } from "@mantine/core";
import type { Override } from "@verandah/contract/commands/overrides.ts";
import { type ReactNode, useState } from "react";

import { problemText } from "../texts/problem-text.ts";
import { usePointText } from "../texts/use-point-text.ts";
import { QuestionDialog } from "../ui/dialogs/question-dialog.tsx";
import { showToast, toastFailure } from "../ui/feedback/toast.ts";
import { useCommandText } from "./use-command-text.ts";
import { useCommand, useUndoCommands } from "./use-command.ts";

const showFailure = (name: string, why: string) => showToast({ kind: "error", text: `${name}: ${why}` });

interface Props {
  /** Names the button and its dialog. */
  title: string;
  sentText: string;
  overrides: readonly Override[];
  /** The text of the button. */
  children: ReactNode;
}

/** Releases several overrides, after a confirmation that lists them. */
export function ReleaseOverrides({ title, sentText, overrides, children }: Props) {
  const { t } = useLingui();
  const textOf = useCommandText();
  const count = new Set(overrides.map(({ ssid }) => ssid)).size;
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
      if (commands.length > 0) offerUndo([batchId], sentText);
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
        aria-label={title}
        onClick={() => setIsOpen(true)}
      >
        {children}
      </Button>
      {isOpen && (
        <QuestionDialog
          title={title}
          action={plural(count, { one: "Release # device", other: "Release # devices" })}
          call={{ error: null, isPending: isSending }}
          onConfirm={() => void release()}
          onClose={() => setIsOpen(false)}
        >
          <Text size="sm">{t`Schedules and defaults are in force again after the release.`}</Text>
          <Text component="ul" size="sm" mt="md" mb={0} mx={0}>
            {overrides.map(({ commandId, deviceName, deviceType, param_id, value, unit, by }) => (
              <li key={commandId}>
                {deviceName}: {nameOf(param_id, deviceType)} {valueText(param_id, value, unit, deviceType)}
                {by && ` · ${by.name}`}
              </li>
            ))}
          </Text>
        </QuestionDialog>
      )}
    </>
  );
}
