import { useLingui } from "@lingui/react/macro";
import { Select, TextInput } from "@mantine/core";
import { getCampusTree } from "@verandah/contract/campuses/campus-tree.ts";
import { type RoleId, roleIds, roleNames } from "@verandah/contract/roles.ts";

import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { refusedFieldText } from "#shared/texts/field-text.ts";

/** The typed fields of a user. */
export interface UserDraft {
  username: string;
  email: string;
  role: RoleId;
  campus: number;
  building: number;
}

interface Props {
  draft: UserDraft;
  onChange: (change: Partial<UserDraft>) => void;
  /** The user whose fields these are; undefined for a new one. */
  isNew: boolean;
  isOwn: boolean;
  error: Error | null;
}

/** Name, e-mail address, role, campus and building of a user. */
export function UserFields({ draft, onChange, isNew, isOwn, error }: Props) {
  const { t } = useLingui();
  const { campus, building } = useSession();
  const { data: tree } = useRoute(getCampusTree, { id: campus.id, context: "lms" });
  const buildings = tree?.children.filter(({ type }) => type === "building") ?? [
    { id: building.id, title: building.name },
  ];
  return (
    <>
      {isNew && (
        <TextInput
          label={t`Username`}
          required
          data-autofocus
          autoComplete="off"
          maxLength={100}
          value={draft.username}
          error={refusedFieldText(error, "username")}
          onChange={({ currentTarget }) => onChange({ username: currentTarget.value })}
        />
      )}
      <TextInput
        type="email"
        label={t`E-mail`}
        description={t`For messages and a forgotten password`}
        autoComplete="off"
        maxLength={200}
        value={draft.email}
        error={refusedFieldText(error, "email")}
        onChange={({ currentTarget }) => onChange({ email: currentTarget.value })}
      />
      <Select
        label={t`Role`}
        {...(isOwn && { description: t`Another administrator can change your role.` })}
        disabled={isOwn}
        allowDeselect={false}
        data={roleIds.map((id) => ({ value: String(id), label: t(roleNames[id]) }))}
        value={String(draft.role)}
        error={refusedFieldText(error, "role")}
        onChange={(value) => onChange({ role: roleIds.find((id) => String(id) === value) ?? draft.role })}
      />
      <Select
        label={t`Campus`}
        description={t`The one that you may open.`}
        allowDeselect={false}
        data={[{ value: String(campus.id), label: campus.name }]}
        value={String(draft.campus)}
        error={refusedFieldText(error, "campus")}
        onChange={(value) => onChange({ campus: Number(value ?? draft.campus) })}
      />
      <Select
        label={t`Building`}
        description={t`The first screen after the login shows it.`}
        allowDeselect={false}
        data={buildings.map(({ id, title }) => ({ value: String(id), label: title }))}
        value={String(draft.building)}
        error={refusedFieldText(error, "building")}
        onChange={(value) => onChange({ building: Number(value ?? draft.building) })}
      />
    </>
  );
}
