import { useLingui } from "@lingui/react/macro";
import { Button, Text, TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { forgotPasswordForm } from "@verandah/contract/auth/auth-forms.ts";

import { useForgotPassword } from "#data/auth.queries.ts";
import { errorText } from "#shared/texts/error-text.ts";
import { fieldText } from "#shared/texts/field-text.ts";

import { LinkForm } from "./link-form.tsx";

export function ForgotPasswordScreen() {
  const { t } = useLingui();
  const request = useForgotPassword();
  const form = useForm({
    initialValues: { username: "" },
    validate: schemaResolver(forgotPasswordForm, { sync: true }),
  });
  return (
    <LinkForm
      title={t`Forgot password`}
      intro={
        !request.isSuccess && (
          <Text c="dimmed">
            {t`Give your username. We mail you a link with which you set a new password.`}
          </Text>
        )
      }
      failure={request.error ? errorText(request.error) : undefined}
      onCloseFailure={request.reset}
      done={
        request.isSuccess &&
        t`If this user exists, a mail with the link is on its way. The link works for one hour.`
      }
      onSubmit={form.onSubmit(
        (values) => request.mutate(values),
        () => form.getInputNode("username")?.focus(),
      )}
    >
      <TextInput
        label={t`Username`}
        size="md"
        autoComplete="username"
        autoCapitalize="none"
        {...form.getInputProps("username")}
        error={fieldText(form.errors["username"])}
      />
      <Button type="submit" size="md" loading={request.isPending}>{t`Send the link`}</Button>
    </LinkForm>
  );
}
