import { Trans, useLingui } from "@lingui/react/macro";
import { Button, Code, CopyButton, Group, Stack, Text, Alert } from "@mantine/core";
import { IconCheck, IconCopy, IconUserPlus, IconAlertTriangle } from "@tabler/icons-react";
import { generatePassword } from "@verandah/contract/auth/generate-password.ts";
import { bookers } from "@verandah/contract/bookings/bookings.ts";
import { roles } from "@verandah/contract/roles.ts";
import {
  addUser,
  editUser,
  endUserSessions,
  listUsers,
  removeUser,
  unlockUser,
  type User,
  createUser,
} from "@verandah/contract/users/users.ts";
import { useState } from "react";

import { useSession, admits } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { useDraft } from "#shared/drafts.ts";
import { searchText, useSearchState } from "#shared/search-state.ts";
import { DataGrid } from "#shared/ui/data-grid/data-grid.tsx";
import type { GridAddress } from "#shared/ui/data-grid/grid-state.ts";
import { localPageOf } from "#shared/ui/data-grid/local-page.ts";
import { useGridState } from "#shared/ui/data-grid/use-grid-state.ts";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { QuestionDialog } from "#shared/ui/dialogs/question-dialog.tsx";
import { showToast, toastFailure } from "#shared/ui/feedback/toast.ts";
import { SearchField } from "#shared/ui/fields/search-field.tsx";
import { FormDialog, changedFields } from "#shared/ui/form/form.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";

import { useUserColumns } from "./use-user-columns.tsx";
import { useUserFields, type UserValues } from "./use-user-fields.ts";
import type { UserAction } from "./user-actions.tsx";

const address: GridAddress = {
  prefix: "",
  columns: ["username", "role", "building", "email", "state", "lastLogin"],
  sortedBy: { column: "username", order: "asc" },
};

/** Columns that the search reads. */
const searched: ReadonlySet<string> = new Set(["username", "role", "building", "email", "state"]);

type Open =
  | { dialog: "new" | "add" }
  | { dialog: "password"; username: string; password: string }
  | { dialog: "edit" | Question; user: User };
type Question = "disable" | "end-sessions" | "remove";

/** Shows the outcome of an action without a dialog. */
const toastOutcome = (text: string) => ({
  onSuccess: () => showToast({ kind: "success", text }),
  onError: toastFailure,
});

/** The users of the campus, for administrators. */
export function UsersScreen() {
  const { t } = useLingui();
  const session = useSession();
  const users = useRoute(listUsers, {});
  const { data } = users;
  const [state, setState] = useGridState(address);
  const [search, changeSearch] = useSearchState();
  const [open, setOpen] = useState<Open>();
  const edit = useChange(editUser);
  const unlock = useChange(unlockUser);
  const close = () => setOpen(undefined);
  /** The user as loaded last: a login may have followed since the dialog opened. */
  const latestOf = (shown: User) => data?.find(({ id }) => id === shown.id) ?? shown;

  function act(user: User, action: UserAction) {
    const { id, username } = user;
    if (action === "unlock") unlock.mutate({ id }, toastOutcome(t`${username} is unlocked.`));
    else if (action === "enable")
      edit.mutate({ id, disabled: false }, toastOutcome(t`${username} is enabled.`));
    else setOpen({ dialog: action, user });
  }

  const columns = useUserColumns(act);
  const wanted = (searchText(search["search"]) ?? "").toLowerCase();
  const found = data?.filter((user) =>
    columns.some(({ id, text }) => searched.has(id) && String(text?.(user)).toLowerCase().includes(wanted)),
  );
  return (
    <Stack gap={14}>
      <Group justify="space-between" align="flex-end" gap="sm">
        <div>
          <PageTitle>{t`Users`}</PageTitle>
          <Text size="sm" c="dimmed">{t`The accounts of ${session.campus.name}.`}</Text>
        </div>
        <Group gap="sm">
          <SearchField
            label={t`Search users`}
            value={wanted}
            onChange={(text) =>
              changeSearch({ search: text || undefined, page: undefined }, { replace: true })
            }
          />
          <Button variant="default" onClick={() => setOpen({ dialog: "add" })}>
            {t`Add an account of another campus`}
          </Button>
          <Button
            leftSection={<IconUserPlus size={16} aria-hidden />}
            onClick={() => setOpen({ dialog: "new" })}
          >
            {t`New user`}
          </Button>
        </Group>
      </Group>
      <DataGrid
        label={t`Users`}
        columns={columns}
        rowKey={(user) => String(user.id)}
        of={{ ...users, data: found && localPageOf(found, state, columns) }}
        state={state}
        onState={setState}
        emptyText={wanted ? t`No user matches the search.` : t`No users`}
      />
      {open?.dialog === "new" && (
        <NewUserDialog onCreated={(created) => setOpen({ dialog: "password", ...created })} onClose={close} />
      )}
      {open?.dialog === "add" && <AddAccountDialog onClose={close} />}
      {open?.dialog === "password" && <OneTimePassword {...open} onClose={close} />}
      {open?.dialog === "edit" && <EditUserDialog user={latestOf(open.user)} onClose={close} />}
      {(open?.dialog === "disable" || open?.dialog === "end-sessions" || open?.dialog === "remove") && (
        <UserQuestion user={open.user} action={open.dialog} onClose={close} />
      )}
    </Stack>
  );
}

interface Props {
  user: User;
  action: Question;
  onClose: () => void;
}

/** Asks before a user is logged out or leaves the campus. */
function UserQuestion({ user, action, onClose }: Props) {
  const { t } = useLingui();
  const edit = useChange(editUser);
  const end = useChange(endUserSessions);
  const remove = useChange(removeUser);
  const { id, username } = user;
  const { name: campus } = useSession().campus;
  const questions = {
    disable: {
      title: t`Disable ${username}?`,
      action: t`Disable`,
      call: edit,
      consequence: t`The user is logged out and cannot log in until an administrator enables the account.`,
      done: t`${username} is disabled.`,
    },
    "end-sessions": {
      title: t`End the session of ${username}?`,
      action: t`End the session`,
      call: end,
      consequence: t`The user is logged out and can log in again. Unsaved input is lost.`,
      done: t`The session of ${username} has ended.`,
    },
    remove: {
      title: t`Remove ${username} from ${campus}?`,
      action: t`Remove`,
      call: remove,
      consequence: t`A session in this campus ends. The account stays in its other campuses.`,
      done: t`${username} is removed from this campus.`,
    },
  };
  const { title, action: verb, call, consequence, done } = questions[action];

  function onSuccess() {
    showToast({ kind: "success", text: done });
    onClose();
  }
  function confirm() {
    if (action === "disable") edit.mutate({ id, disabled: true }, { onSuccess });
    else questions[action].call.mutate({ id }, { onSuccess });
  }

  return (
    <QuestionDialog title={title} action={verb} call={call} onConfirm={confirm} onClose={onClose}>
      <Text size="sm">{consequence}</Text>
      {action !== "end-sessions" && (
        <Text size="sm">{t`The coming bookings of the user are cancelled.`}</Text>
      )}
    </QuestionDialog>
  );
}

interface OneTimePasswordProps {
  username: string;
  password: string;
  onClose: () => void;
}

/** Shows the password of a new user once: it is not stored. */
function OneTimePassword({ username, password, onClose }: OneTimePasswordProps) {
  const { t } = useLingui();
  return (
    <Dialog
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      title={t`Password of ${username}`}
    >
      <Stack gap="md">
        <Text size="sm">
          <Trans>
            Give this password to the user. It is shown only once. The user can replace it in the user menu
            with "Change my password".
          </Trans>
        </Text>
        <Group gap="sm">
          <Code fz="lg" px="md" py="xs" aria-label={t`Password`}>
            {password}
          </Code>
          <CopyButton value={password}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                leftSection={
                  copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
                }
                onClick={copy}
              >
                {copied ? t`Copied` : t`Copy`}
              </Button>
            )}
          </CopyButton>
        </Group>
        <Group justify="flex-end">
          <Button data-autofocus onClick={onClose}>{t`Done`}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

interface NewUserDialogProps {
  onCreated: (user: { username: string; password: string }) => void;
  onClose: () => void;
}

/** Creates a user with a generated password. */
function NewUserDialog({ onCreated, onClose }: NewUserDialogProps) {
  const { t } = useLingui();
  const { campus, building } = useSession();
  const create = useChange(createUser);
  const [draft, setDraft] = useDraft<UserValues & { username: string }>("new-user", {
    username: "",
    email: "",
    role: roles.viewer,
    campus: campus.id,
    building: building.id,
  });
  // One for the dialog: two fast clicks must not create the user with a password that is not shown.
  const [password] = useState(generatePassword);
  const fields = useUserFields({});

  return (
    <FormDialog
      title={t`New user`}
      onClose={onClose}
      initial={draft}
      onChange={setDraft}
      fields={[
        { name: "username", label: t`Username`, maxLength: 100, required: true, "data-autofocus": true },
        ...fields,
        <Text key="next" size="sm" c="dimmed">{t`The next step shows a password for the first login.`}</Text>,
      ]}
      action={t`Create the user`}
      submit={(values) => create.mutateAsync({ ...values, password })}
      onDone={({ username }) => onCreated({ username, password })}
    />
  );
}

/** Gives an account of another campus a role in this one. */
function AddAccountDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const { campus, building } = useSession();
  const add = useChange(addUser);
  const fields = useUserFields({ isShared: true });
  const [draft, setDraft] = useDraft<UserValues & { account: string }>("add-account", {
    account: "",
    email: "",
    role: roles.viewer,
    campus: campus.id,
    building: building.id,
  });
  return (
    <FormDialog
      title={t`Add an account of another campus`}
      onClose={onClose}
      initial={draft}
      onChange={setDraft}
      fields={[
        {
          name: "account",
          label: t`User name or e-mail address`,
          description: t`Exactly as in the account. The person then can switch to this campus in the user menu.`,
          maxLength: 200,
          required: true,
          "data-autofocus": true,
        },
        ...fields.filter(({ name }) => name === "role" || name === "building"),
      ]}
      action={t`Add the account`}
      submit={({ account, role, building: place }) => add.mutateAsync({ account, role, building: place })}
      done={t`The account is added.`}
    />
  );
}

/** Changes e-mail address, role and building of a user. It asks first when that ends the user's session. */
function EditUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
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
  const fields = useUserFields({
    isOwn: user.id === session.user.id,
    isGuest: !user.isManagedHere,
    isShared: user.hasOtherCampuses,
  });

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
