import { Trans, useLingui } from "@lingui/react/macro";
import { Alert, Button, Stack, Title } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { IconCheck } from "@tabler/icons-react";
import { Link, useSearch } from "@tanstack/react-router";
import { completeReset } from "@verandah/contract/auth.ts";

import { useDocumentTitle } from "#shared/document-title.ts";
import { errorText, problemText } from "#shared/error-text.ts";
import { ErrorBanner } from "#shared/ui/error-banner.tsx";

import { useCompleteReset } from "./auth.queries.ts";
import { EntryPage } from "./entry-page.tsx";
import { PasswordField } from "./password-field.tsx";

export function ResetPasswordScreen() {
  const { t } = useLingui();
  const { token = "" } = useSearch({ strict: false });
  const reset = useCompleteReset();
  const form = useForm({
    initialValues: { token: String(token), new_password: "", confirm_password: "" },
    validate: schemaResolver(completeReset.input, { sync: true }),
  });
  useDocumentTitle(t`New password`);
  const failure = reset.error ? errorText(reset.error) : undefined;
  return (
    <EntryPage>
      <form
        noValidate
        onSubmit={form.onSubmit(
          (values) => reset.mutate(values),
          (errors) => form.getInputNode(Object.keys(errors)[0] ?? "")?.focus(),
        )}
      >
        <Stack gap="md">
          <Title order={1} size="h2">
            <Trans>New password</Trans>
          </Title>
          <ErrorBanner text={token ? failure : problemText("reset-link-invalid")} />
          {reset.isSuccess ? (
            <Alert color="green" icon={<IconCheck aria-hidden />}>
              <Trans>Your new password is set. Please log in with it.</Trans>
            </Alert>
          ) : (
            <>
              <PasswordField
                label={t`New Password`}
                size="md"
                maxLength={15}
                autoComplete="new-password"
                {...form.getInputProps("new_password")}
              />
              <PasswordField
                label={t`Confirm Password`}
                size="md"
                maxLength={15}
                autoComplete="new-password"
                {...form.getInputProps("confirm_password")}
              />
              <Button type="submit" size="md" loading={reset.isPending} disabled={!token}>
                <Trans>Set the password</Trans>
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
