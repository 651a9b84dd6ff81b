import { Trans, useLingui } from "@lingui/react/macro";
import { Alert, Stack, Text, Title } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { Link, useSearch } from "@tanstack/react-router";
import { completeResetForm, forgotPasswordForm } from "@verandah/contract/auth/auth-forms.ts";
import { completeReset, forgotPassword } from "@verandah/contract/auth/auth.ts";
import type { ReactNode } from "react";

import { useChange } from "#data/query/use-change.ts";
import { isRefusal } from "#shared/call.ts";
import { useDocumentTitle } from "#shared/document-title.ts";
import { problemText } from "#shared/texts/problem-text.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { Form } from "#shared/ui/form/form.tsx";

import { EntryPage } from "./entry-page.tsx";

export function ForgotPasswordScreen() {
  const { t } = useLingui();
  const request = useChange(forgotPassword);
  return (
    <LinkPage
      title={t`Forgot password`}
      done={
        request.isSuccess &&
        t`If this user exists and has an e-mail address, the link was sent to it. It is valid for one hour.`
      }
    >
      <Text c="dimmed">{t`Enter your username. You get an e-mail with a link to set a new password. Without an e-mail address, ask your administrator.`}</Text>
      <Form
        isLarge
        initial={{ username: "" }}
        fields={[{ name: "username", label: t`Username`, autoComplete: "username", autoCapitalize: "none" }]}
        schema={forgotPasswordForm}
        action={t`Send the link`}
        submit={(sent) => request.mutateAsync(sent)}
      />
    </LinkPage>
  );
}

export function ResetPasswordScreen() {
  const { t } = useLingui();
  const { token = "" } = useSearch({ strict: false });
  const reset = useChange(completeReset);
  const isLinkDead = !token || isRefusal(reset.error, "reset-link-invalid");
  const password = { kind: "password", maxLength: 15 } as const;
  return (
    <LinkPage
      title={t`New password`}
      done={reset.isSuccess && t`Your new password is set. Please log in with it.`}
    >
      {isLinkDead ? (
        <>
          <ErrorBanner text={problemText("reset-link-invalid")} />
          <Link to="/forgot-password">{t`Ask for a new link`}</Link>
        </>
      ) : (
        <Form
          isLarge
          initial={{ token: String(token), new_password: "", confirm_password: "" }}
          fields={[
            { name: "new_password", label: t`New Password`, ...password },
            { name: "confirm_password", label: t`Confirm Password`, ...password },
          ]}
          schema={completeResetForm}
          action={t`Set the password`}
          submit={(sent) => reset.mutateAsync(sent)}
        />
      )}
    </LinkPage>
  );
}

interface LinkPageProps {
  title: string;
  /** Confirmation that replaces the form. */
  done: ReactNode;
  children: ReactNode;
}

/** A page of the way to a new password, which a mailed link is part of. */
function LinkPage({ title, done, children }: LinkPageProps) {
  useDocumentTitle(title);
  return (
    <EntryPage>
      <Stack gap="md">
        <Title order={1} size="h2">
          {title}
        </Title>
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
    </EntryPage>
  );
}
