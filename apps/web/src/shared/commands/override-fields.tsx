import { useLingui } from "@lingui/react/macro";
import { Button, Collapse, Group, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconChevronDown } from "@tabler/icons-react";

import { useSession } from "#data/query/session.ts";

import { instantOfWallTime, wallTime } from "../format/wall-time.ts";
import { fieldText } from "../texts/field-text.ts";
import { DateField } from "../ui/fields/date-field.tsx";
import { ReasonField } from "../ui/fields/reason-field.tsx";

/** Reason and end of a command; both are optional. */
export interface OverrideDetails {
  reason: string;
  /** An instant. */
  until: string | undefined;
  /** A typed end that is no date and time. */
  unreadEnd?: string;
}

export const noDetails: OverrideDetails = { reason: "", until: undefined };

interface Props {
  value: OverrideDetails;
  onChange: (value: OverrideDetails) => void;
  /** A command was refused because of the unread end. */
  isRefused: boolean;
}

/** Reason and expiry of the next command, collapsed at first. */
export function OverrideFields({ value, onChange, isRefused }: Props) {
  const { t } = useLingui();
  const { campus } = useSession();
  const [isChosen, { toggle }] = useDisclosure(false);
  const isOpen = isChosen || isRefused;
  const { timeZone } = campus;
  const until = value.until === undefined ? "" : wallTime(Date.parse(value.until), timeZone);
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
          <DateField
            hasTime
            label={t({ message: "Ends", comment: "When an override is released" })}
            value={value.unreadEnd ?? until}
            error={isRefused && fieldText("Choose a date and a time")}
            errorProps={{ role: "alert" }}
            onChange={(read, text) => {
              const end = instantOfWallTime(read, timeZone);
              const unreadEnd = end === undefined && text !== "" && { unreadEnd: text };
              onChange({ reason: value.reason, until: end, ...unreadEnd });
            }}
          />
        </Group>
      </Collapse>
      {value.unreadEnd === undefined && (
        <Text size="xs" c="dimmed">
          {value.until === undefined
            ? t`Your override ends automatically after 4 hours.`
            : t`Your override ends automatically at the chosen time.`}
        </Text>
      )}
    </div>
  );
}
