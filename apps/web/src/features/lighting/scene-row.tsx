import { useLingui } from "@lingui/react/macro";
import { ActionIcon, Button, Group, Text, TextInput } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import {
  type LightScene,
  SCENE_NAME_MAX,
  renameLightScene,
  deleteLightScene,
} from "@verandah/contract/lighting/light-scenes.ts";
import { useState } from "react";

import { useChange } from "#data/query/use-change.ts";
import { refusalText } from "#shared/texts/field-text.ts";
import { DeleteQuestion } from "#shared/ui/dialogs/delete-question.tsx";
import { showToast, toastFailure } from "#shared/ui/feedback/toast.ts";

import { BatchNote } from "./batch-note.tsx";
import { useLightCommand } from "./use-light-command.ts";

interface Props {
  scene: LightScene;
  canCommand: boolean;
}

const focusOn = (element: HTMLElement | null): void => element?.focus();

/** A scene with its button, and ways to rename and delete it. */
export function SceneRow({ scene, canCommand }: Props) {
  const { t } = useLingui();
  const { name } = scene;
  const command = useLightCommand(name);
  const [asked, setAsked] = useState<"rename" | "delete">();
  const close = () => setAsked(undefined);
  if (!canCommand)
    return (
      <li>
        <Text size="sm">{name}</Text>
      </li>
    );
  return (
    <li aria-label={name}>
      {asked === "rename" ? (
        <RenameForm scene={scene} onClose={close} />
      ) : asked === "delete" ? (
        <DeleteScene scene={scene} onClose={close} />
      ) : (
        <Group gap={4} wrap="nowrap">
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t`Set the scene ${name}`}
            aria-disabled={command.isUnderWay}
            onClick={() => {
              if (!command.isUnderWay) command.apply({ to: "scene", members: scene.members }, scene.members);
            }}
          >
            {name}
          </Button>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t`Rename the scene ${name}`}
            onClick={() => setAsked("rename")}
          >
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t`Delete the scene ${name}`}
            onClick={() => setAsked("delete")}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      )}
      <BatchNote name={name} command={command} />
    </li>
  );
}

interface AskedProps {
  scene: LightScene;
  onClose: () => void;
}

function RenameForm({ scene, onClose }: AskedProps) {
  const { t } = useLingui();
  const rename = useChange(renameLightScene);
  const [name, setName] = useState(scene.name);
  const { error } = rename;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        rename.mutate({ id: scene.id, name }, { onSuccess: onClose });
      }}
    >
      <Group gap={4} wrap="nowrap" align="flex-start">
        <TextInput
          size="xs"
          aria-label={t`New name of the scene`}
          maxLength={SCENE_NAME_MAX}
          ref={focusOn}
          value={name}
          error={error ? refusalText(error, "name") : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" size="xs" loading={rename.isPending}>{t`Rename`}</Button>
        <Button size="xs" variant="default" onClick={onClose}>{t`Cancel`}</Button>
      </Group>
    </form>
  );
}

function DeleteScene({ scene, onClose }: AskedProps) {
  const { t } = useLingui();
  const remove = useChange(deleteLightScene);
  const { name } = scene;
  return (
    <DeleteQuestion
      label={t`Delete the scene ${name}?`}
      question={t`Delete the scene ${name}?`}
      isDeleting={remove.isPending}
      onCancel={onClose}
      onDelete={() =>
        remove.mutate(
          { id: scene.id },
          {
            onSuccess: () => showToast({ kind: "success", text: t`Scene ${name} was deleted` }),
            onError: toastFailure,
          },
        )
      }
    />
  );
}
