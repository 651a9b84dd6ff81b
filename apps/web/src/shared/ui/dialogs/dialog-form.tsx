import { Trans, useLingui } from "@lingui/react/macro";
import { Button, Group, Stack, Text } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";

interface Props {
  /** A verb: the text of the button that submits; 'Save' unless given. */
  action?: ReactNode;
  isPending?: boolean;
  isDisabled?: boolean;
  /** Why the last attempt was refused, below the fields. */
  refusal?: string | false | null | undefined;
  gap?: "sm" | "md";
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onCancel: () => void;
  children: ReactNode;
}

/** The fields of a dialog, and the buttons that submit and cancel. */
export function DialogForm({
  action = <Trans>Save</Trans>,
  isPending = false,
  isDisabled = false,
  refusal,
  gap = "md",
  onSubmit,
  onCancel,
  children,
}: Props) {
  const { t } = useLingui();
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(event);
      }}
    >
      <Stack gap={gap}>
        {children}
        {refusal && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {refusal}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>{t`Cancel`}</Button>
          <Button type="submit" loading={isPending} disabled={isDisabled}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
