import { Trans, useLingui } from "@lingui/react/macro";
import { Alert, Button, Stack, Text, TextInput, Title } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { IconCheck } from "@tabler/icons-react";
import { Link, useSearch } from "@tanstack/react-router";
import { completeResetForm, forgotPasswordForm } from "@verandah/contract/auth/auth-forms.ts";
import { completeReset, forgotPassword } from "@verandah/contract/auth/auth.ts";
import type { FormEventHandler, ReactNode } from "react";

import { useChange } from "#data/query/use-change.ts";
import { isRefusal } from "#shared/call.ts";
import { useDocumentTitle } from "#shared/document-title.ts";
import { errorText } from "#shared/texts/error-text.ts";
import { fieldText } from "#shared/texts/field-text.ts";
import { problemText } from "#shared/texts/problem-text.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { PasswordField } from "#shared/ui/fields/password-field.tsx";

import { EntryPage } from "./entry-page.tsx";

export function ForgotPasswordScreen() {
  const { t } = useLingui();
  const request = useChange(forgotPassword);
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
            {t`Enter your username. You get an e-mail with a link to set a new password.`}
          </Text>
        )
      }
      failure={request.error ? errorText(request.error) : undefined}
      onCloseFailure={request.reset}
      done={
        request.isSuccess &&
        t`If this user exists, an e-mail with the link was sent. The link is valid for one hour.`
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

export function ResetPasswordScreen() {
  const { t } = useLingui();
  const { token = "" } = useSearch({ strict: false });
  const reset = useChange(completeReset);
  const form = useForm({
    initialValues: { token: String(token), new_password: "", confirm_password: "" },
    validate: schemaResolver(completeResetForm, { sync: true }),
  });
  const isLinkDead = !token || isRefusal(reset.error, "reset-link-invalid");
  const failure = reset.error ? errorText(reset.error) : undefined;
  return (
    <LinkForm
      title={t`New password`}
      failure={isLinkDead ? problemText("reset-link-invalid") : failure}
      done={reset.isSuccess && t`Your new password is set. Please log in with it.`}
      onSubmit={form.onSubmit(
        (values) => reset.mutate(values),
        (errors) => form.getInputNode(Object.keys(errors)[0] ?? "")?.focus(),
      )}
    >
      {isLinkDead ? (
        <Link to="/forgot-password">{t`Ask for a new link`}</Link>
      ) : (
        <>
          <PasswordField
            label={t`New Password`}
            size="md"
            maxLength={15}
            autoComplete="new-password"
            {...form.getInputProps("new_password")}
            error={fieldText(form.errors["new_password"])}
          />
          <PasswordField
            label={t`Confirm Password`}
            size="md"
            maxLength={15}
            autoComplete="new-password"
            {...form.getInputProps("confirm_password")}
            error={fieldText(form.errors["confirm_password"])}
          />
          <Button type="submit" size="md" loading={reset.isPending}>{t`Set the password`}</Button>
        </>
      )}
    </LinkForm>
  );
}

interface LinkFormProps {
  title: string;
  intro?: ReactNode;
  failure: string | undefined;
  onCloseFailure?: () => void;
  /** Confirmation that replaces the fields. */
  done: ReactNode;
  onSubmit: FormEventHandler<HTMLFormElement>;
  children: ReactNode;
}

/** A form of the way to a new password, which a mailed link is part of. */
function LinkForm({ title, intro, failure, onCloseFailure, done, onSubmit, children }: LinkFormProps) {
  useDocumentTitle(title);
  return (
    <EntryPage>
      <form noValidate onSubmit={onSubmit}>
        <Stack gap="md">
          <Title order={1} size="h2">
            {title}
          </Title>
          {intro}
          <ErrorBanner text={failure} {...(onCloseFailure && { onClose: onCloseFailure })} />
          {done ? (
            <Alert color="green" icon={<IconCheck aria-hidden />}>
              {done}
            </Alert>
          ) : (
            children
          )}
          <Link to="/login">
            <Trans>Back to login</Trans>
          </Link>
        </Stack>
      </form>
    </EntryPage>
  );
}
