import { Trans, useLingui } from "@lingui/react/macro";
import { Card, Stack, Text } from "@mantine/core";
import { newPasswordForm, secretForm } from "@verandah/contract/pumps/pump-forms.ts";
import { addNewPassword, verifySecret, listPumpUsers } from "@verandah/contract/users/customers.ts";
import { useState } from "react";

import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { showToast } from "#shared/ui/feedback/toast.ts";
import { PageTitle } from "#shared/ui/page-title.tsx";

import { FieldsForm } from "./fields-form.tsx";

/** Source: spec 2 §5. */
const PASSWORD_MAX = 15;
const LINE_MAX = 60;

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
      <PageTitle>{t`Change Password`}</PageTitle>
      <ErrorBanner error={error} />
      <Card padding="md" maw={640}>
        {allowed ? (
          <>
            <Text mb="md">
              <Trans>The answer of {name} is right. Set the new password within 10 minutes.</Trans>
            </Text>
            <FieldsForm
              key="password"
              fields={[
                { name: "new_password", label: t`New Password`, kind: "password", maxLength: PASSWORD_MAX },
              ]}
              schema={newPasswordForm}
              submitText={t`Submit`}
              keepsValues
              onCancel={() => setAllowed(undefined)}
              onSubmit={async (values) => {
                const { id, reset } = allowed;
                await change.mutateAsync({ ...newPasswordForm.parse(values), id, reset });
                showToast({ kind: "success", text: t`New Password added successfully` });
                setAllowed(undefined);
              }}
            />
          </>
        ) : (
          <FieldsForm
            key="secret"
            fields={[
              {
                name: "username",
                label: t`User`,
                kind: "choice",
                options: users.map(({ username }) => ({ value: username, label: username })),
              },
              { name: "key", label: t`Which place were you born in ?`, maxLength: LINE_MAX },
            ]}
            schema={secretForm}
            submitText={t`Submit`}
            keepsValues
            onSubmit={async (values) => {
              const { user_id: id, reset } = await verify.mutateAsync(secretForm.parse(values));
              setAllowed({ id, reset, name: String(values["username"]) });
            }}
          />
        )}
      </Card>
    </Stack>
  );
}
