import { useLingui } from "@lingui/react/macro";
import { Button, Stack, Text, TextInput, VisuallyHidden } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { LOGIN_NAME_MAX, LOGIN_PASSWORD_MAX } from "@verandah/contract/auth/login-rules.ts";
import { type ChangeEvent, type FormEvent, useRef, useState } from "react";

import { PasswordField } from "#shared/ui/fields/password-field.tsx";

interface Values {
  username: string;
  password: string;
}
type Problem = "required" | "tooLong" | undefined;

function problemOf(value: string, max: number): Problem {
  if (value === "") return "required";
  return value.length > max ? "tooLong" : undefined;
}

/** The typed name and password, and their errors after the last attempt. */
export function useLoginForm() {
  const { t } = useLingui();
  const [values, setValues] = useState<Values>({ username: "", password: "" });
  const [problems, setProblems] = useState<{ [K in keyof Values]?: Problem }>({});
  const inputs = { username: useRef<HTMLInputElement>(null), password: useRef<HTMLInputElement>(null) };

  const texts = {
    username: { required: t`field cannot be empty`, tooLong: t`Username is too long` },
    password: { required: t`field cannot be empty`, tooLong: t`Password is too long` },
  };

  function textOf(field: keyof Values): string | undefined {
    const problem = problems[field];
    return problem && texts[field][problem];
  }

  return {
    setValues,
    focus: (field: keyof Values) => inputs[field].current?.focus(),
    inputProps: (field: keyof Values) => ({
      ref: inputs[field],
      value: values[field],
      error: textOf(field),
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
        const { value } = currentTarget;
        setValues((before) => ({ ...before, [field]: value }));
        setProblems((before) => ({ ...before, [field]: undefined }));
      },
    }),
    submit(event: FormEvent, onSubmit: (values: Values) => void) {
      event.preventDefault();
      const found = {
        username: problemOf(values.username.trim(), LOGIN_NAME_MAX),
        password: problemOf(values.password, LOGIN_PASSWORD_MAX),
      };
      setProblems(found);
      if (found.username !== undefined) inputs.username.current?.focus();
      else if (found.password !== undefined) inputs.password.current?.focus();
      else onSubmit(values);
    },
  };
}

interface Props {
  form: ReturnType<typeof useLoginForm>;
  isPending: boolean;
  isDone: boolean;
  onSubmit: (values: Values) => void;
}

export function LoginForm({ form, isPending, isDone, onSubmit }: Props) {
  const { t } = useLingui();
  return (
    <form noValidate onSubmit={(event) => form.submit(event, onSubmit)}>
      <Stack gap="md">
        <TextInput
          label={t`Username`}
          size="md"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.inputProps("username")}
        />
        <PasswordField
          label={t`Password`}
          size="md"
          autoComplete="current-password"
          {...form.inputProps("password")}
        />
        <Button
          type="submit"
          size="md"
          fullWidth
          loading={isPending}
          disabled={isDone}
          color={isDone ? "green" : "brand"}
          {...(isDone && {
            leftSection: <IconCheck size={18} aria-hidden />,
            bg: "var(--state-fine)",
            c: "#fff",
          })}
        >
          {isDone ? t`Logged in` : t`Login`}
        </Button>
        <VisuallyHidden component="output">{isDone && t`Logged in. Your building opens now.`}</VisuallyHidden>
        <Text
          component="a"
          href="/forgot-password"
          p={4}
          fz="sm"
          c="anchor"
          td="underline"
          style={{ alignSelf: "center" }}
        >{t`Forgot password?`}</Text>
      </Stack>
    </form>
  );
}
