import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Button, Group, Loader, Stack } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { previewCommands } from "@verandah/contract/commands/commands.ts";
import type { SentOf } from "@verandah/contract/route.ts";
import { type ReactNode, useState } from "react";

import { commandPreviewQuery } from "#data/commands/command-queries.ts";
import { PreviewList } from "#shared/commands/preview-list.tsx";
import { numberText } from "#shared/format/number.ts";
import { QuestionDialog } from "#shared/ui/dialogs/question-dialog.tsx";
import { ReasonField } from "#shared/ui/fields/reason-field.tsx";
import { Section } from "#shared/ui/section.tsx";

import type { LightBatchChange, useLightCommand } from "./use-light-command.ts";

interface Props {
  /** Of the place, or of the scene. */
  name: string;
  command: ReturnType<typeof useLightCommand>;
  /** Shown when no batch is under way and none has failed. */
  children?: ReactNode;
}

/** A change as the label of a button. */
function useChangeText(): (change: LightBatchChange) => string {
  const { t } = useLingui();
  return (change) => {
    if (change.to === "intensity") {
      const { percent } = change;
      return t`Set to ${percent} %`;
    }
    return { on: t`Switch on`, off: t`Switch off`, auto: t`Set to Auto`, scene: t`Set the scene` }[change.to];
  };
}

/** A question before a batch, the progress of a batch, or the lights that did not follow with a button to command them again. */
export function BatchNote({ name, command, children }: Props) {
  const { t } = useLingui();
  const { isUnderWay, failed, reasons, retry, asked, confirm, cancel } = command;
  const actionOf = useChangeText();
  const { done, total } = command.progress;
  if (!isUnderWay && failed.length === 0 && !asked && !children) return null;
  return (
    <>
      {asked && (
        <PreflightDialog
          title={asked.change.to === "scene" ? t`Set the scene ${name}?` : t`Change the lights of ${name}?`}
          action={actionOf(asked.change)}
          writes={asked.writes}
          onConfirm={confirm}
          onCancel={cancel}
        />
      )}
      <Group gap="4px 6px" mih={22} mt={6} fz={12.5} role="status">
        {isUnderWay ? (
          <>
            <Loader size={12} aria-hidden /> {t`${done} of ${total} confirmed`}
          </>
        ) : failed.length > 0 ? (
          <>
            <IconAlertTriangle size={14} color="var(--text-low)" aria-hidden />
            {plural(failed.length, { one: "# light did not follow", other: "# lights did not follow" })}
            {reasons.map(({ text, lights }) => (
              <span key={text}>{reasons.length > 1 ? `${text} (${numberText(lights)})` : text}</span>
            ))}
            <Button size="compact-xs" variant="default" onClick={retry}>{t`Try again`}</Button>
          </>
        ) : (
          children
        )}
      </Group>
    </>
  );
}

const LIST_HEIGHT = 60;

interface PreflightDialogProps {
  /** Names the batch. */
  title: string;
  /** Names the action on the button. */
  action: string;
  writes: SentOf<typeof previewCommands>["writes"];
  onConfirm: (reason: string) => void;
  onCancel: () => void;
}

/** Lists before a batch the devices that will change, and those that will not with the reason, and offers to give one. Nothing is sent without a confirmation. */
function PreflightDialog({ title, action, writes, onConfirm, onCancel }: PreflightDialogProps) {
  const { t } = useLingui();
  const [reason, setReason] = useState("");
  const preview = useQuery(commandPreviewQuery(writes));
  return (
    <QuestionDialog
      title={title}
      action={action}
      call={{ error: null, isPending: false }}
      isDisabled={!preview.data}
      onConfirm={() => onConfirm(reason.trim())}
      onClose={onCancel}
    >
      <Stack gap="md">
        <Section of={preview} height={LIST_HEIGHT}>
          {(units) => <PreviewList units={units} />}
        </Section>
        <ReasonField label={t`Reason (optional)`} value={reason} onChange={setReason} />
      </Stack>
    </QuestionDialog>
  );
}
