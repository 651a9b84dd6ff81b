import { Trans, useLingui } from "@lingui/react/macro";
import { Alert, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { bookers } from "@verandah/contract/bookings/bookings.ts";
import { type User, editUser } from "@verandah/contract/users/users.ts";
import { useState } from "react";

import { admits, useSession } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";
import { isRefusal } from "#shared/call.ts";
import { useDraft } from "#shared/drafts.ts";
import { DialogForm } from "#shared/ui/dialogs/dialog-form.tsx";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { showToast } from "#shared/ui/feedback/toast.ts";

import { type UserDraft, UserFields } from "./user-fields.tsx";

/** The fields that were changed. Any other keeps the value of another administrator. */
const touchedFields = ({ email, role, campus, building }: UserDraft, opened: UserDraft) => ({
  ...(email !== opened.email && { email }),
  ...(role !== opened.role && { role }),
  ...(campus !== opened.campus && { campus }),
  ...(building !== opened.building && { building }),
});

/** Changes e-mail address, role and building of a user. It asks first when that ends the user's session. */
export function EditUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useLingui();
  const session = useSession();
  const edit = useChange(editUser);
  const { username } = user;
  const [opened] = useState<UserDraft>({
    username,
    email: user.email ?? "",
    role: user.role.id,
    campus: user.campus.id,
    building: user.building.id,
  });
  const [change, setChange] = useDraft<Partial<UserDraft>>(`user-${user.id}`, {});
  const draft = { ...opened, ...change };
  const [isAsking, setIsAsking] = useState(false);
  const touched = touchedFields(draft, opened);
  const hasNewRights = touched.role !== undefined || touched.building !== undefined;
  const endsSession = hasNewRights && user.isLoggedIn;
  const losesBookings = admits(bookers, opened.role) && !admits(bookers, draft.role);
  const isMarked = isRefusal(edit.error, "input-invalid");

  function submit() {
    if (endsSession && !isAsking) {
      setIsAsking(true);
      return;
    }
    edit.mutate(
      { id: user.id, ...touched },
      {
        onSuccess: () => {
          showToast({ kind: "success", text: t`${username} is saved.` });
          onClose();
        },
        onSettled: () => setIsAsking(false),
      },
    );
  }

  return (
    <Dialog onClose={onClose} closeOnClickOutside={false} title={t`Edit ${username}`}>
      <DialogForm
        action={isAsking && endsSession ? t`Save and end the session` : t`Save`}
        isPending={edit.isPending}
        onSubmit={submit}
        onCancel={onClose}
      >
        <ErrorBanner error={!isMarked && edit.error} />
        <UserFields
          draft={draft}
          onChange={(fields) => {
            setIsAsking(false);
            setChange({ ...change, ...fields });
          }}
          isNew={false}
          isOwn={user.id === session.user.id}
          error={edit.error}
        />
        {losesBookings && <Text size="sm">{t`The coming bookings of the user are cancelled.`}</Text>}
        {isAsking && endsSession && (
          <Alert role="alert" color="yellow" icon={<IconAlertTriangle aria-hidden />}>
            <Trans>
              {username} is logged in. The new role or building ends this session, and unsaved input is lost.
            </Trans>
          </Alert>
        )}
      </DialogForm>
    </Dialog>
  );
}
