import { useLingui } from "@lingui/react/macro";
import { Text } from "@mantine/core";
import { newPassword } from "@verandah/contract/auth/auth-forms.ts";
import { roles } from "@verandah/contract/roles.ts";
import { createUser } from "@verandah/contract/users/users.ts";
import { useState } from "react";

import { useSession } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";
import { useDraft } from "#shared/drafts.ts";
import { FormDialog } from "#shared/ui/form/form.tsx";

import { useUserFields, type UserValues } from "./use-user-fields.ts";

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
  const [draft, setDraft] = useDraft<UserValues & { username: string }>("new-user", {
    username: "",
    email: "",
    role: roles.viewer,
    campus: campus.id,
    building: building.id,
  });
  // One for the dialog: two fast clicks must not create the user with a password that is not shown.
  const [password] = useState(generatePassword);
  const fields = useUserFields({ isOwn: false });

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
