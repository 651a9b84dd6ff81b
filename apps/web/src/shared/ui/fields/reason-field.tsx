import { useLingui } from "@lingui/react/macro";
import { Button, Group, Stack, TextInput, type TextInputProps } from "@mantine/core";
import { REASON_MAX_LENGTH } from "@verandah/contract/commands/commands.ts";

interface Props extends Omit<TextInputProps, "onChange"> {
  value: string;
  onChange: (reason: string) => void;
  /** By default those of overrides. */
  choices?: readonly string[];
}

/** A reason in free text, with common ones to choose. */
export function ReasonField({ onChange, choices, ...input }: Props) {
  const { t } = useLingui();
  const common = choices ?? [t`Event or late work`, t`Comfort complaint`, t`Maintenance`, t`Test`];
  return (
    <Stack gap={4}>
      <TextInput
        label={t`Reason`}
        maxLength={REASON_MAX_LENGTH}
        onChange={(event) => onChange(event.currentTarget.value)}
        {...input}
      />
      <Group gap={4} role="group" aria-label={t`Common reasons`}>
        {common.map((text) => (
          <Button key={text} size="compact-xs" variant="default" onClick={() => onChange(text)}>
            {text}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}
