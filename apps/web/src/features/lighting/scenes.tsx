import { useLingui } from "@lingui/react/macro";
import { Button, Card, Group, TextInput, Title } from "@mantine/core";
import { SCENE_NAME_MAX, listLightScenes, saveLightScene } from "@verandah/contract/lighting/light-scenes.ts";
import { useState } from "react";

import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { refusalText } from "#shared/texts/field-text.ts";
import { showToast } from "#shared/ui/feedback/toast.ts";
import { Section } from "#shared/ui/section.tsx";

import { SceneLevels } from "./scene-levels.tsx";
import { SceneRow } from "./scene-row.tsx";

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
