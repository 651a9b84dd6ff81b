import { Trans, useLingui } from "@lingui/react/macro";
import { ActionIcon, Button, Group, Popover, Stack, Textarea } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconChevronDown } from "@tabler/icons-react";
import { useState } from "react";

/** Longest reason that the call takes. */
const REASON_MAX = 200;

interface Props {
  isIgnored: boolean;
  isSending: boolean;
  onIgnore: (reason?: string) => void;
  /** Id of the text that says which alarm it is. */
  describedBy?: string;
}

/** 'Ignore', one click; a reason may be given beside it. Once ignored it is transparent. Source: spec 2 §4 Alarm. */
export function IgnoreButton({ isIgnored, isSending, onIgnore, describedBy }: Props) {
  const { t } = useLingui();
  const [isOpen, { close, toggle }] = useDisclosure(false);
  const [reason, setReason] = useState("");

  function ignore(given?: string) {
    close();
    if (!isSending) onIgnore(given);
  }

  return (
    <Group gap={2} wrap="nowrap" w="fit-content">
      <Button
        size="compact-sm"
        fz={12.5}
        color="gray"
        variant={isIgnored ? "transparent" : "light"}
        aria-describedby={describedBy}
        aria-disabled={isSending}
        onClick={() => ignore()}
      >
        {isIgnored ? t`Ignored` : t`Ignore`}
      </Button>
      {!isIgnored && (
        <Popover
          opened={isOpen}
          onDismiss={close}
          trapFocus
          returnFocus
          position="bottom-end"
          shadow="md"
          width={280}
        >
          <Popover.Target>
            <ActionIcon
              size={26}
              variant="light"
              color="gray"
              aria-label={t`Ignore with a reason`}
              aria-describedby={describedBy}
              onClick={toggle}
            >
              <IconChevronDown size={14} aria-hidden />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown aria-label={t`Ignore with a reason`}>
            <form
              onSubmit={(event) => {
                event.preventDefault();
                ignore(reason.trim());
              }}
            >
              <Stack gap="xs">
                <Textarea
                  label={t`Why is it ignored?`}
                  rows={3}
                  maxLength={REASON_MAX}
                  value={reason}
                  data-autofocus
                  onChange={(event) => setReason(event.currentTarget.value)}
                />
                <Button type="submit" size="xs">
                  <Trans>Ignore with this reason</Trans>
                </Button>
              </Stack>
            </form>
          </Popover.Dropdown>
        </Popover>
      )}
    </Group>
  );
}
