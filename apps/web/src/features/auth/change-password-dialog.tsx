import { useLingui } from "@lingui/react/macro";
import { schemaResolver, useForm } from "@mantine/form";
import { customerResetPasswordForm, resetPasswordForm } from "@verandah/contract/auth/auth-forms.ts";
import { resetPassword } from "@verandah/contract/auth/auth.ts";
import { roles } from "@verandah/contract/roles.ts";

import { useSession } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";
import { CallFailed } from "#shared/call.ts";
import { errorText } from "#shared/texts/error-text.ts";
import { fieldText } from "#shared/texts/field-text.ts";
import { DialogForm } from "#shared/ui/dialogs/dialog-form.tsx";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { PasswordField } from "#shared/ui/fields/password-field.tsx";

interface Props {
  onClose: () => void;
  onChanged: () => void;
}

/** Changes one's own password. Source: spec 1 §7 reset-password; rules of spec 2 §5. */
export function ChangePasswordDialog({ onClose, onChanged }: Props) {
  const { t } = useLingui();
  const { user, role } = useSession();
  const reset = useChange(resetPassword);
  const form = useForm({
    initialValues: { password: "", new_password: "", confirm_password: "" },
    validate: schemaResolver(role.id === roles.pumpCustomer ? customerResetPasswordForm : resetPasswordForm, {
      sync: true,
    }),
  });
  const focusFirst = (errors: object) => form.getInputNode(Object.keys(errors)[0] ?? "")?.focus();

  function change(values: typeof form.values) {
    reset.mutate(values, {
      onSuccess: onChanged,
      onError: (error) => {
        const fields = error instanceof CallFailed ? error.problem.fields : undefined;
        if (!fields) return;
        form.setErrors(fields);
        focusFirst(fields);
      },
    });
  }

  const isMarked = reset.error instanceof CallFailed && reset.error.problem.fields !== undefined;
  const banner = reset.error && !isMarked ? errorText(reset.error) : undefined;
  return (
    <Dialog onClose={onClose} returnFocus={false} title={t`Change my password`}>
      <DialogForm
        action={t`Change the password`}
        isPending={reset.isPending}
        onSubmit={form.onSubmit(change, focusFirst)}
        onCancel={onClose}
      >
        <ErrorBanner text={banner} onClose={reset.reset} />
        {/* A password manager stores the password under this name. */}
        <input hidden readOnly autoComplete="username" value={user.name} />
        <PasswordField
          label={t`Present Password`}
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps("password")}
          error={fieldText(form.errors["password"])}
        />
        <PasswordField
          label={t`New Password`}
          maxLength={15}
          autoComplete="new-password"
          {...form.getInputProps("new_password")}
          error={fieldText(form.errors["new_password"])}
        />
        <PasswordField
          label={t`Confirm Password`}
          maxLength={15}
          autoComplete="new-password"
          {...form.getInputProps("confirm_password")}
          error={fieldText(form.errors["confirm_password"])}
        />
      </DialogForm>
    </Dialog>
  );
}
