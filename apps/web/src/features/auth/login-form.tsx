import { Trans, useLingui } from "@lingui/react/macro";
import { Button, Stack, TextInput, VisuallyHidden } from "@mantine/core";
import { schemaResolver, useForm, type UseFormReturnType } from "@mantine/form";
import { IconCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { loginForm } from "@verandah/contract/auth.ts";

import { fieldText } from "#shared/error-text.ts";

import { PasswordField } from "./password-field.tsx";

import classes from "./login-form.module.css";

interface Values {
  username: string;
  password: string;
}

export function useLoginForm(): UseFormReturnType<Values> {
  return useForm<Values>({
    initialValues: { username: "", password: "" },
    validate: schemaResolver(loginForm, { sync: true }),
  });
}

interface Props {
  form: UseFormReturnType<Values>;
  isPending: boolean;
  isDone: boolean;
  onSubmit: (values: Values) => void;
}

export function LoginForm({ form, isPending, isDone, onSubmit }: Props) {
  const { t } = useLingui();
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(onSubmit, (errors) => form.getInputNode(Object.keys(errors)[0] ?? "")?.focus())}
    >
      <Stack gap="md">
        <TextInput
          label={t`Username`}
          size="md"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          key={form.key("username")}
          {...form.getInputProps("username")}
          error={fieldText(form.errors["username"])}
        />
        <PasswordField
          label={t`Password`}
          size="md"
          autoComplete="current-password"
          key={form.key("password")}
          {...form.getInputProps("password")}
        />
        <Button
          type="submit"
          size="md"
          fullWidth
          loading={isPending}
          disabled={isDone}
          color={isDone ? "green" : "brand"}
          {...(isDone && { leftSection: <IconCheck size={18} aria-hidden />, className: classes["done"] })}
        >
          {isDone ? t`Logged in` : t`Login`}
        </Button>
        <VisuallyHidden component="output">{isDone && t`Logged in. Your building opens now.`}</VisuallyHidden>
        <Link to="/forgot-password" className={classes["forgot"]}>
          <Trans>Forgot password?</Trans>
        </Link>
      </Stack>
    </form>
  );
}
