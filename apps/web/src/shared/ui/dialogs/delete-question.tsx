import { Trans, useLingui } from "@lingui/react/macro";
import { Button, Group, Text } from "@mantine/core";

// The button that was pressed is gone.
const focusOn = (button: HTMLElement | null): void => button?.focus();

interface Props {
  label: string;
  question?: string;
  isDeleting: boolean;
  onDelete: () => void;
  onCancel: () => void;
}

/** Asks before something of a list is deleted. */
export function DeleteQuestion({ label, question, isDeleting, onDelete, onCancel }: Props) {
  const { t } = useLingui();
  return (
    <Group gap={4} role="group" aria-label={label}>
      {question && <Text size="sm">{question}</Text>}
      <Button size="compact-xs" variant="default" onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
      <Button size="compact-xs" ref={focusOn} loading={isDeleting} onClick={onDelete}>
        {t`Delete`}
      </Button>
    </Group>
  );
}
