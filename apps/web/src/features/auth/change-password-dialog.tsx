import { useLingui } from "@lingui/react/macro";
import { customerResetPasswordForm, resetPasswordForm } from "@verandah/contract/auth/auth-forms.ts";
import { resetPassword } from "@verandah/contract/auth/auth.ts";
import { roles } from "@verandah/contract/roles.ts";

import { useSession } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { Form } from "#shared/ui/form/form.tsx";

interface Props {
  onClose: () => void;
  onChanged: () => void;
}

/** Changes one's own password. Source: spec 1 §7 reset-password; rules of spec 2 §5. */
export function ChangePasswordDialog({ onClose, onChanged }: Props) {
  const { t } = useLingui();
  const { user, role } = useSession();
  const reset = useChange(resetPassword);
  const password = { kind: "password", maxLength: 15 } as const;
  return (
    <Dialog onClose={onClose} returnFocus={false} title={t`Change my password`}>
      <Form
        initial={{ password: "", new_password: "", confirm_password: "" }}
        fields={[
          // A password manager stores the password under this name.
          <input key="user" hidden readOnly autoComplete="username" value={user.name} />,
          {
            name: "password",
            label: t`Present Password`,
            kind: "password",
            autoComplete: "current-password",
            "data-autofocus": true,
          },
          { name: "new_password", label: t`New Password`, ...password },
          { name: "confirm_password", label: t`Confirm Password`, ...password },
        ]}
        schema={role.id === roles.pumpCustomer ? customerResetPasswordForm : resetPasswordForm}
        action={t`Change the password`}
        submit={(values) => reset.mutateAsync(values)}
        onDone={onChanged}
        onCancel={onClose}
      />
    </Dialog>
  );
}
