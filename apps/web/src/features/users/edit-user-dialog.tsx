import { Trans, useLingui } from "@lingui/react/macro";
import { Alert, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { bookers } from "@verandah/contract/bookings/bookings.ts";
import { type User, editUser } from "@verandah/contract/users/users.ts";
import { useState } from "react";

import { admits, useSession } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";
import { useDraft } from "#shared/drafts.ts";
import { changedFields, FormDialog } from "#shared/ui/form/form.tsx";

import { useUserFields, type UserValues } from "./use-user-fields.ts";

/** Changes e-mail address, role and building of a user. It asks first when that ends the user's session. */
export function EditUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useLingui();
  const session = useSession();
  const edit = useChange(editUser);
  const { username } = user;
  const [opened] = useState<UserValues>({
    email: user.email ?? "",
    role: user.role.id,
    campus: user.campus.id,
    building: user.building.id,
  });
  const [change, setChange] = useDraft<Partial<UserValues>>(`user-${user.id}`, {});
  const [isAsking, setIsAsking] = useState(false);
  const fields = useUserFields({ isOwn: user.id === session.user.id });

  function submit(values: UserValues) {
    const changed = changedFields(values, opened);
    const hasNewRights = changed.role !== undefined || changed.building !== undefined;
    if (hasNewRights && user.isLoggedIn && !isAsking) {
      setIsAsking(true);
      return undefined;
    }
    return edit.mutateAsync({ id: user.id, ...changed }, { onSettled: () => setIsAsking(false) });
  }

  return (
    <FormDialog
      title={t`Edit ${username}`}
      onClose={onClose}
      initial={{ ...opened, ...change }}
      onChange={(values) => {
        setIsAsking(false);
        setChange(changedFields(values, opened));
      }}
      action={isAsking ? t`Save and end the session` : t`Save`}
      submit={submit}
      done={t`${username} is saved.`}
    >
      {({ values }) => [
        ...fields,
        admits(bookers, opened.role) && !admits(bookers, values.role) && (
          <Text key="bookings" size="sm">{t`The coming bookings of the user are cancelled.`}</Text>
        ),
        isAsking && (
          <Alert key="question" role="alert" color="yellow" icon={<IconAlertTriangle aria-hidden />}>
            <Trans>
              {username} is logged in. The new role or building ends this session, and unsaved input is lost.
            </Trans>
          </Alert>
        ),
      ]}
    </FormDialog>
  );
}
