import { Trans, useLingui } from "@lingui/react/macro";
import { Button, type ButtonProps, Group, Popover, SegmentedControl, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { REASON_MAX, SHELVE_DEFAULT_MS } from "@verandah/contract/alarms/alarm-actions.ts";
import { type ReactNode, useState } from "react";

import { useSession } from "#data/query/session.ts";
import { fullText } from "#shared/format/time.ts";
import { ReasonField } from "#shared/ui/fields/reason-field.tsx";
import { useNow } from "#shared/use-now.ts";

const HOUR_MS = 3_600_000;

/** A reason to ignore (shelve) an alarm, and the end. */
export interface Shelving {
  reason: string;
  until: string;
}

interface Props {
  isIgnored: boolean;
  isSending: boolean;
  onIgnore: (shelving: Shelving) => void;
  onUnshelve: () => void;
  /** Id of the text with the name of the alarm. */
  describedBy?: string;
}

/**
 * 'Ignore' opens a form with a reason and an end; after that it is transparent, and beside it the alarm can be unshelved. Source: spec 2 §4
 * Alarm; ISA-18.2 §13 (shelving).
 */
export function IgnoreButton({ isIgnored, isSending, onIgnore, onUnshelve, describedBy }: Props) {
  const { t } = useLingui();
  const shared = {
    size: "compact-sm",
    fz: 12.5,
    color: "gray",
    "aria-describedby": describedBy,
    "aria-disabled": isSending,
  } as const;
  if (isIgnored)
    return (
      <Group gap={2}>
        <Button {...shared} variant="transparent" aria-disabled>{t`Ignored`}</Button>
        <Button
          {...shared}
          variant="light"
          onClick={() => {
            if (!isSending) onUnshelve();
          }}
        >
          {t`Unshelve`}
        </Button>
      </Group>
    );
  return (
    <IgnorePopover
      label={t`Ignore`}
      action={t`Ignore alarm`}
      buttonProps={shared}
      isSending={isSending}
      onIgnore={onIgnore}
    />
  );
}

interface PopoverProps {
  /** Of the button that opens the form. */
  label: string;
  /** Names the form, and its button. */
  action: string;
  buttonProps: ButtonProps;
  isSending: boolean;
  onIgnore: (shelving: Shelving) => void;
  /** Above the form. */
  note?: ReactNode;
}

/** A button with the form of a shelving. */
export function IgnorePopover({ label, action, buttonProps, isSending, onIgnore, note }: PopoverProps) {
  const [isOpen, { close, toggle }] = useDisclosure(false);
  return (
    <Popover
      opened={isOpen}
      onDismiss={close}
      trapFocus
      returnFocus
      position="bottom-end"
      shadow="md"
      width={300}
    >
      <Popover.Target>
        <Button {...buttonProps} variant="light" onClick={toggle}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={action}>
        {note}
        <IgnoreForm
          action={action}
          onSubmit={(shelving) => {
            close();
            if (!isSending) onIgnore(shelving);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

interface FormProps {
  action: string;
  onSubmit: (shelving: Shelving) => void;
}

function IgnoreForm({ action, onSubmit }: FormProps) {
  const { t } = useLingui();
  const { campus } = useSession();
  const [reason, setReason] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const [length, setLength] = useState(String(SHELVE_DEFAULT_MS));
  const nowMs = useNow();
  const untilOf = (fromMs: number) => new Date(fromMs + Number(length)).toISOString();
  const reasons = [t`Being repaired`, t`Sensor fault`, t`Planned work`, t`Known, no action needed`];
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim()) onSubmit({ reason: reason.trim(), until: untilOf(Date.now()) });
        else setIsMissing(true);
      }}
    >
      <Stack gap="xs">
        <ReasonField
          required
          maxLength={REASON_MAX}
          value={reason}
          error={isMissing && !reason.trim() && t`Enter a reason`}
          data-autofocus
          choices={reasons}
          onChange={setReason}
        />
        <SegmentedControl
          size="xs"
          aria-label={t`Duration`}
          value={length}
          onChange={setLength}
          data={[
            { value: String(HOUR_MS), label: t`1 h` },
            { value: String(8 * HOUR_MS), label: t`8 h` },
            { value: String(24 * HOUR_MS), label: t`1 d` },
            { value: String(7 * 24 * HOUR_MS), label: t`7 d` },
          ]}
        />
        <Text size="xs" c="dimmed">
          <Trans>Active again at {fullText(untilOf(nowMs), campus.timeZone)}</Trans>
        </Text>
        <Button type="submit" size="xs">
          {action}
        </Button>
      </Stack>
    </form>
  );
}
