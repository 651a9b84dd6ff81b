import { Trans } from "@lingui/react/macro";
import { Alert, Stack, Title } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { FormEventHandler, ReactNode } from "react";

import { useDocumentTitle } from "#shared/document-title.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";

import { EntryPage } from "./entry-page.tsx";

interface Props {
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
export function LinkForm({ title, intro, failure, onCloseFailure, done, onSubmit, children }: Props) {
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
