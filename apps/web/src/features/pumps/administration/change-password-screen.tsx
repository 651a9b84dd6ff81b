import { Trans, useLingui } from "@lingui/react/macro";
import { Card, Stack, Text } from "@mantine/core";
import { newPasswordForm, secretForm } from "@verandah/contract/pumps/pump-forms.ts";
import { addNewPassword, verifySecret, listPumpUsers } from "@verandah/contract/users/customers.ts";
import { useState } from "react";

import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { Form } from "#shared/ui/form/form.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";

import { LINE_MAX, PASSWORD_MAX } from "./customer-fields.ts";

/** A new password for a customer who answers the security question. Source: spec 2 §2 Change Password. */
export function ChangePasswordScreen() {
  const { t } = useLingui();
  const { data: users = [], error } = useRoute(listPumpUsers, {});
  const verify = useChange(verifySecret);
  const change = useChange(addNewPassword);
  const [allowed, setAllowed] = useState<{ id: number; reset: string; name: string }>();
  const name = allowed?.name;
  return (
    <Stack gap={14}>
      <div>
        <PageTitle>{t`Change Password`}</PageTitle>
        <Text size="sm" c="dimmed">
          {t`For the forgotten password of a customer: ask the security question, and type the answer.`}
        </Text>
      </div>
      <ErrorBanner error={error} />
      <Card padding="md" maw={640}>
        {allowed ? (
          <>
            <Text mb="md">
              <Trans>{name} gave the correct answer. Set the new password within 10 minutes.</Trans>
            </Text>
            <Form
              initial={{ new_password: "" }}
              fields={[
                {
                  name: "new_password",
                  label: t`New Password`,
                  kind: "password",
                  maxLength: PASSWORD_MAX,
                  withAsterisk: true,
                },
              ]}
              schema={newPasswordForm}
              action={t`Submit`}
              onCancel={() => setAllowed(undefined)}
              submit={(values) => change.mutateAsync({ ...values, id: allowed.id, reset: allowed.reset })}
              done={t`New Password added successfully`}
              onDone={() => setAllowed(undefined)}
            />
          </>
        ) : (
          <Form
            initial={{ username: "", key: "" }}
            fields={[
              {
                name: "username",
                label: t`User`,
                kind: "choice",
                options: users.map(({ username }) => ({ value: username, label: username })),
                withAsterisk: true,
              },
              {
                name: "key",
                label: t`Which place were you born in ?`,
                maxLength: LINE_MAX,
                withAsterisk: true,
              },
            ]}
            schema={secretForm}
            action={t`Submit`}
            submit={async (values) => {
              const { user_id: id, reset } = await verify.mutateAsync(values);
              setAllowed({ id, reset, name: values.username });
            }}
          />
        )}
      </Card>
    </Stack>
  );
}
