import { useLingui } from "@lingui/react/macro";
import { Text } from "@mantine/core";
import { newPassword } from "@verandah/contract/auth/auth-forms.ts";
import { roles } from "@verandah/contract/roles.ts";
import { createUser } from "@verandah/contract/users/users.ts";
import { useState } from "react";

import { useSession } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";
import { isRefusal } from "#shared/call.ts";
import { useDraft } from "#shared/drafts.ts";
import { DialogForm } from "#shared/ui/dialogs/dialog-form.tsx";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";

import { type UserDraft, UserFields } from "./user-fields.tsx";

interface Props {
  onCreated: (user: { username: string; password: string }) => void;
  onClose: () => void;
}

/** Without characters that are easily confused: 0 and O, 1, l and I. */
const ALPHABET = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const LENGTH = 12;
/** Bytes from here on would make some characters more likely than others. */
const BYTE_END = 256 - (256 % ALPHABET.length);

/** A random password by the rules of the product. */
function generatePassword(): string {
  for (;;) {
    const bytes = crypto.getRandomValues(new Uint8Array(8 * LENGTH)).filter((byte) => byte < BYTE_END);
    const password = Array.from(bytes.slice(0, LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join("");
    if (newPassword.safeParse(password).success) return password;
  }
}

/** Creates a user with a generated password. */
export function NewUserDialog({ onCreated, onClose }: Props) {
  const { t } = useLingui();
  const { campus, building } = useSession();
  const create = useChange(createUser);
  const [draft, setDraft] = useDraft<UserDraft>("new-user", {
    username: "",
    email: "",
    role: roles.viewer,
    campus: campus.id,
    building: building.id,
  });
  // One for the dialog: two fast clicks must not create the user with a password that is not shown.
  const [password] = useState(generatePassword);
  const isMarked = isRefusal(create.error, "input-invalid");

  function submit() {
    create.mutate({ ...draft, password }, { onSuccess: ({ username }) => onCreated({ username, password }) });
  }

  return (
    <Dialog onClose={onClose} closeOnClickOutside={false} title={t`New user`}>
      <DialogForm
        action={t`Create the user`}
        isPending={create.isPending}
        onSubmit={submit}
        onCancel={onClose}
      >
        <ErrorBanner error={!isMarked && create.error} />
        <UserFields
          draft={draft}
          onChange={(change) => setDraft({ ...draft, ...change })}
          isNew
          isOwn={false}
          error={create.error}
        />
        <Text size="sm" c="dimmed">{t`The next step shows a password for the first login.`}</Text>
      </DialogForm>
    </Dialog>
  );
}
