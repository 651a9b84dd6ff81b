import { useLingui } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { Link, useSearch } from "@tanstack/react-router";
import { completeResetForm } from "@verandah/contract/auth/auth-forms.ts";

import { useCompleteReset } from "#data/auth.queries.ts";
import { isRefusal } from "#shared/call.ts";
import { errorText } from "#shared/texts/error-text.ts";
import { fieldText } from "#shared/texts/field-text.ts";
import { problemText } from "#shared/texts/problem-text.ts";
import { PasswordField } from "#shared/ui/fields/password-field.tsx";

import { LinkForm } from "./link-form.tsx";

export function ResetPasswordScreen() {
  const { t } = useLingui();
  const { token = "" } = useSearch({ strict: false });
  const reset = useCompleteReset();
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
