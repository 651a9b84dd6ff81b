import { useLingui } from "@lingui/react/macro";
import { Text } from "@mantine/core";
import type { User } from "@verandah/contract/users/users.ts";

import { useEditUser, useEndSessions } from "#data/users.queries.ts";
import { errorText } from "#shared/texts/error-text.ts";
import { QuestionDialog } from "#shared/ui/dialogs/question-dialog.tsx";
import { showToast } from "#shared/ui/toast.ts";

interface Props {
  user: User;
  action: "disable" | "end-sessions";
  onClose: () => void;
}

/** Asks before a user is logged out. */
export function UserQuestion({ user, action, onClose }: Props) {
  const { t } = useLingui();
  const edit = useEditUser();
  const end = useEndSessions();
  const { id, username } = user;
  const isDisabling = action === "disable";
  const { error, isPending } = isDisabling ? edit : end;

  function confirm() {
    const text = isDisabling ? t`${username} is disabled.` : t`The session of ${username} has ended.`;
    const onSuccess = () => {
      showToast({ kind: "success", text });
      onClose();
    };
    if (isDisabling) edit.mutate({ id, disabled: true }, { onSuccess });
    else end.mutate({ id }, { onSuccess });
  }

  return (
    <QuestionDialog
      title={isDisabling ? t`Disable ${username}?` : t`End the session of ${username}?`}
      action={isDisabling ? t`Disable` : t`End the session`}
      error={error ? errorText(error) : undefined}
      isPending={isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text size="sm">
        {isDisabling
          ? t`The user is logged out and cannot log in until an administrator enables the account.`
          : t`The user is logged out and can log in again. Unsaved input is lost.`}
      </Text>
    </QuestionDialog>
  );
}
