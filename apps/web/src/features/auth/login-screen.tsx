import { useLingui } from "@lingui/react/macro";
import { Alert, Stack, Text, Title, UnstyledButton } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import {
  LOGIN_BANNER_HIDE_MS,
  LOGIN_REDIRECT_MS,
  type Session,
  listDemoAccounts,
  login,
} from "@verandah/contract/auth/auth.ts";
import type { ProblemCode } from "@verandah/contract/problems.ts";
import { roleNames } from "@verandah/contract/roles.ts";
import { type ProblemEntry, sessionProblems } from "@verandah/contract/session-problems.ts";
import { lazy, Suspense, useEffect, useEffectEvent, useState } from "react";

import { sessionQuery } from "#data/query/session.ts";
import { useChangeBy } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { isRefusal, call } from "#shared/call.ts";
import { useDocumentTitle } from "#shared/document-title.ts";
import { endedSessionCode, forgetEndedSession } from "#shared/ended-session.ts";
import { missingPath } from "#shared/return-path.ts";
import { useSearchState } from "#shared/search-state.ts";
import { storeSession } from "#shared/stored-context.ts";
import { errorText } from "#shared/texts/error-text.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { AutoGrid, Panel } from "#shared/ui/layout.tsx";

import { EntryPage } from "./entry-page.tsx";
import { LoginForm, useLoginForm } from "./login-form.tsx";

import classes from "./demo-accounts.module.css";

/** Rarely needed, and as large as the form itself. */
const AlreadyLoggedInDialog = lazy(async () => {
  const module = await import("./already-logged-in-dialog.tsx");
  return { default: module.AlreadyLoggedInDialog };
});

/** Why a session ended; a newer server may have other reasons. */
const endings: Partial<Record<ProblemCode, ProblemEntry>> = sessionProblems;

interface Attempt {
  username: string;
  password: string;
  force: boolean;
}

/** Logs in. The token stays in its cookie; everything else is kept. */
export function useLogin() {
  const queryClient = useQueryClient();
  return useChangeBy(
    login,
    ({ username, password, force }: Attempt) =>
      call(login, { credentials: { username, password, role: "" }, force }, { onEndedSession: "throw" }),
    {
      onSuccess: ({ token: _token, ...withoutToken }) => {
        forgetEndedSession();
        storeSession(withoutToken);
        queryClient.setQueryData(sessionQuery.queryKey, withoutToken);
      },
    },
  );
}

interface Props {
  /** Called as soon as the server has let the user in, before the redirect. */
  onLoggedIn: (session: Session) => void;
  /** Opens the first screen of the user, after the success was shown. */
  onArrive: (session: Session) => void;
}

export function LoginScreen({ onLoggedIn, onArrive }: Props) {
  const { t, i18n } = useLingui();
  const loggingIn = useLogin();
  const form = useLoginForm();
  const [banner, setBanner] = useState<string>();
  const [search] = useSearchState();
  const missing = missingPath(search["missing"]);
  const [refused, setRefused] = useState<Attempt>();
  const [endedCode, setEndedCode] = useState(endedSessionCode);
  const ended = endedCode && endings[endedCode];
  useDocumentTitle(t`Login`);

  const session = loggingIn.data;
  const arrive = useEffectEvent(onArrive);
  useEffect(() => {
    if (!session) return undefined;
    const timer = setTimeout(() => arrive(session), LOGIN_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [session]);

  function attempt(input: Attempt) {
    setBanner(undefined);
    setRefused(undefined);
    setEndedCode(undefined);
    loggingIn.mutate(input, {
      onSuccess: onLoggedIn,
      onError: (error) => {
        if (isRefusal(error, "already-logged-in") && !input.force) setRefused(input);
        else setBanner(errorText(error));
      },
    });
  }

  function dropAttempt() {
    setRefused(undefined);
    // The button that opened the dialog was disabled meanwhile, so no element has the focus.
    form.focus("password");
  }

  return (
    <EntryPage>
      <Stack gap="lg">
        <div>
          <Title order={1} size="h2">{t`Login`}</Title>
          <Text c="dimmed" mt={4}>{t`Welcome. Please log in to see your building.`}</Text>
        </div>
        {ended && !banner && !session && (
          <Alert color="blue" icon={<IconInfoCircle aria-hidden />}>
            {i18n._(ended.text)}
          </Alert>
        )}
        {missing !== undefined && !session && (
          <Alert color="gray" icon={<IconInfoCircle aria-hidden />}>
            {t`There is no page at ${missing}.`}
          </Alert>
        )}
        <ErrorBanner text={banner} hideAfterMs={LOGIN_BANNER_HIDE_MS} onClose={() => setBanner(undefined)} />
        <LoginForm
          form={form}
          isPending={loggingIn.isPending}
          isDone={session !== undefined}
          onSubmit={(values) => attempt({ ...values, force: false })}
        />
        <DemoAccounts onPick={(account) => form.setValues(account)} />
      </Stack>
      {refused && (
        <Suspense>
          <AlreadyLoggedInDialog onYes={() => attempt({ ...refused, force: true })} onNo={dropAttempt} />
        </Suspense>
      )}
    </EntryPage>
  );
}

interface DemoAccountsProps {
  onPick: (account: { username: string; password: string }) => void;
}

/** The accounts of the demo campus; nothing elsewhere. A click fills the form. */
function DemoAccounts({ onPick }: DemoAccountsProps) {
  const { t } = useLingui();
  const { data } = useRoute(listDemoAccounts, {});
  if (!data?.accounts.length) return null;
  return (
    <Panel component="section" py={12} aria-label={t`Demo accounts`}>
      <Text size="sm" fw={600}>{t`Demo accounts`}</Text>
      <Text size="xs" c="dimmed" mb={8}>{t`Pick one to fill in the form.`}</Text>
      <AutoGrid component="ul" min={150} gap={6}>
        {data.accounts.map(({ username, password, role }) => (
          <li key={username}>
            <UnstyledButton
              className={classes["account"] ?? ""}
              onClick={() => onPick({ username, password })}
            >
              <Text span size="sm" fw={600}>
                {username}
              </Text>{" "}
              <Text span size="xs" c="dimmed">
                {t(roleNames[role])}
              </Text>
            </UnstyledButton>
          </li>
        ))}
      </AutoGrid>
    </Panel>
  );
}
