import { Trans, useLingui } from "@lingui/react/macro";
import { Alert, Button, Stack, Text, TextInput, Title } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { IconMailCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { forgotPassword } from "@verandah/contract/auth.ts";

import { useDocumentTitle } from "#shared/document-title.ts";
import { errorText, fieldText } from "#shared/error-text.ts";
import { ErrorBanner } from "#shared/ui/error-banner.tsx";

import { useForgotPassword } from "./auth.queries.ts";
import { EntryPage } from "./entry-page.tsx";

export function ForgotPasswordScreen() {
  const { t } = useLingui();
  const request = useForgotPassword();
  const form = useForm({
    initialValues: { username: "" },
    validate: schemaResolver(forgotPassword.input, { sync: true }),
  });
  useDocumentTitle(t`Forgot password`);
  return (
    <EntryPage>
      <form
        noValidate
        onSubmit={form.onSubmit(
          (values) => request.mutate(values),
          () => form.getInputNode("username")?.focus(),
        )}
      >
        <Stack gap="md">
          <Title order={1} size="h2">
            <Trans>Forgot password</Trans>
          </Title>
          <Text c="dimmed">
            <Trans>Give your username. We mail you a link with which you set a new password.</Trans>
          </Text>
          <ErrorBanner text={request.error ? errorText(request.error) : undefined} onClose={request.reset} />
          {request.isSuccess ? (
            <Alert color="green" icon={<IconMailCheck aria-hidden />}>
              <Trans>
                If this user exists, a mail with the link is on its way. The link works for one hour.
              </Trans>
            </Alert>
          ) : (
            <>
              <TextInput
                label={t`Username`}
                size="md"
                autoComplete="username"
                autoCapitalize="none"
                {...form.getInputProps("username")}
                error={fieldText(form.errors["username"])}
              />
              <Button type="submit" size="md" loading={request.isPending}>
                <Trans>Send the link</Trans>
              </Button>
            </>
          )}
          <Link to="/login">
            <Trans>Back to login</Trans>
          </Link>
        </Stack>
      </form>
    </EntryPage>
  );
}
