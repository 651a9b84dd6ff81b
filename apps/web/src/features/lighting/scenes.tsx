import { useLingui } from "@lingui/react/macro";
import { Button, Card, Group, TextInput, Title, ActionIcon, Text } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import {
  SCENE_NAME_MAX,
  listLightScenes,
  saveLightScene,
  type LightScene,
  renameLightScene,
  deleteLightScene,
} from "@verandah/contract/lighting/light-scenes.ts";
import { useState } from "react";

import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { refusalText } from "#shared/texts/field-text.ts";
import { DeleteQuestion } from "#shared/ui/dialogs/delete-question.tsx";
import { showToast, toastFailure } from "#shared/ui/feedback/toast.ts";
import { Section } from "#shared/ui/section.tsx";

import { BatchNote } from "./batch-note.tsx";
import { SceneLevels } from "./scene-levels.tsx";
import { useLightCommand } from "./use-light-command.ts";

interface Props {
  zoneId: number;
  canCommand: boolean;
}

/** The scenes of a zone: set, save, rename and delete. */
export function Scenes({ zoneId, canCommand }: Props) {
  const { t } = useLingui();
  const listed = useRoute(listLightScenes, { zone: zoneId });
  return (
    <Card component="section" padding="sm" aria-label={t`Scenes`}>
      <Group justify="space-between" gap="sm" mb={4}>
        <Title order={2} size="h5">{t`Scenes`}</Title>
        {canCommand && listed.data && <SaveForm zoneId={zoneId} />}
      </Group>
      <Section
        of={listed}
        height={40}
        isPart
        empty={t`No scenes yet. A scene stores the present state of the lights of this zone.`}
      >
        {(scenes) => (
          <Group component="ul" gap={8} align="flex-start" mt={8}>
            {scenes.map((scene) => (
              <SceneRow key={scene.id} scene={scene} canCommand={canCommand} />
            ))}
          </Group>
        )}
      </Section>
    </Card>
  );
}

/** Saves the present state of the lights under a name. */
function SaveForm({ zoneId }: { zoneId: number }) {
  const { t } = useLingui();
  const save = useChange(saveLightScene);
  const [name, setName] = useState("");
  const [isChoosing, setChoosing] = useState(false);
  const text = save.error ? refusalText(save.error, "name") : undefined;

  function submit(): void {
    save.mutate(
      { zone: zoneId, name },
      {
        onSuccess: ({ scene, leftOut }) => {
          const saved = scene.name;
          const names = leftOut.join(", ");
          setName("");
          if (leftOut.length === 0) showToast({ kind: "success", text: t`Scene ${saved} was saved` });
          else
            showToast({
              kind: "error",
              text: t`Scene ${saved} was saved without these lights, whose state is unknown: ${names}`,
              stays: true,
            });
        },
      },
    );
  }

  return (
    <>
      {isChoosing && <SceneLevels zoneId={zoneId} onClose={() => setChoosing(false)} />}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Group gap="xs" align="flex-start">
          <TextInput
            size="xs"
            aria-label={t`Name of the new scene`}
            placeholder={t`Name of the new scene`}
            maxLength={SCENE_NAME_MAX}
            value={name}
            error={text}
            onChange={(event) => {
              save.reset();
              setName(event.currentTarget.value);
            }}
          />
          <Button type="submit" size="xs" variant="light" loading={save.isPending}>{t`Save as scene`}</Button>
          <Button size="xs" variant="default" onClick={() => setChoosing(true)}>{t`Choose levels`}</Button>
        </Group>
      </form>
    </>
  );
}

interface SceneRowProps {
  scene: LightScene;
  canCommand: boolean;
}

const focusOn = (element: HTMLElement | null): void => element?.focus();

/** A scene with its button, and ways to rename and delete it. */
function SceneRow({ scene, canCommand }: SceneRowProps) {
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
          <ActionIcon aria-label={t`Rename the scene ${name}`} onClick={() => setAsked("rename")}>
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label={t`Delete the scene ${name}`} onClick={() => setAsked("delete")}>
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
