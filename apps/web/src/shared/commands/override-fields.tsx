import { useLingui } from "@lingui/react/macro";
import { Button, Collapse, Group, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconChevronDown } from "@tabler/icons-react";
import { useState } from "react";

import { useSession } from "#data/query/session.ts";

import { instantOfWallTime, WALL_TIME_MAX, wallTime } from "../format/wall-time.ts";
import { fieldText } from "../texts/field-text.ts";
import { ReasonField } from "../ui/fields/reason-field.tsx";

/** Reason and end of a command; both are optional. */
export interface OverrideDetails {
  reason: string;
  /** An instant. */
  until: string | undefined;
}

export const noDetails: OverrideDetails = { reason: "", until: undefined };

interface Props {
  value: OverrideDetails;
  onChange: (value: OverrideDetails) => void;
}

/** Reason and expiry of the next command, collapsed at first. */
export function OverrideFields({ value, onChange }: Props) {
  const { t } = useLingui();
  const { campus } = useSession();
  const [isOpen, { toggle }] = useDisclosure(false);
  // Typed parts are kept until another person changes the end.
  const [typed, setTyped] = useState({ text: "", until: value.until });
  const chosen = value.until === undefined ? "" : wallTime(Date.parse(value.until), campus.timeZone);
  const text = typed.until === value.until ? typed.text : chosen;

  function type(next: string): void {
    const until = instantOfWallTime(next, campus.timeZone);
    setTyped({ text: next, until });
    onChange({ ...value, until });
  }
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-expanded={isOpen}
        onClick={toggle}
        rightSection={<IconChevronDown size={14} aria-hidden />}
      >
        {t`Reason and expiry`}
      </Button>
      <Collapse expanded={isOpen}>
        <Group align="flex-start" gap="xs" mt={4}>
          <ReasonField value={value.reason} onChange={(reason) => onChange({ ...value, reason })} />
          <TextInput
            type="datetime-local"
            label={t({ message: "Ends", comment: "When an override is released" })}
            max={WALL_TIME_MAX}
            value={text}
            error={text && value.until === undefined ? fieldText("Choose a date and a time") : undefined}
            onChange={(event) => type(event.currentTarget.value)}
          />
        </Group>
      </Collapse>
      <Text size="xs" c="dimmed">
        {value.until === undefined
          ? t`Your override ends automatically after 4 hours.`
          : t`Your override ends automatically at the chosen time.`}
      </Text>
    </div>
  );
}
