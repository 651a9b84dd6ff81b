import { useLingui } from "@lingui/react/macro";
import { Checkbox, Group, NumberInput, Stack, Text, TextInput } from "@mantine/core";
import {
  SCENE_NAME_MAX,
  type SceneMember,
  saveLightScene,
} from "@verandah/contract/lighting/light-scenes.ts";
import { lightLevel } from "@verandah/equipment/types/dali.ts";
import { useState } from "react";

import { useChange } from "#data/query/use-change.ts";
import { errorText } from "#shared/texts/error-text.ts";
import { refusedFieldText } from "#shared/texts/field-text.ts";
import { DialogForm } from "#shared/ui/dialogs/dialog-form.tsx";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { showToast } from "#shared/ui/feedback/toast.ts";
import { Section } from "#shared/ui/section.tsx";

import { membersOf, stateOfChannel } from "./light-members.ts";
import { useLights } from "./use-lights.ts";
import type { MeasuredLight } from "./use-lights.ts";

interface Props {
  zoneId: number;
  onClose: () => void;
}

/** A new scene with a level or Auto for each light of a zone. */
export function SceneLevels({ zoneId, onClose }: Props) {
  const { t } = useLingui();
  const known = useLights(zoneId);
  return (
    <Dialog onClose={onClose} title={t`New scene`}>
      <Section of={known} height={200} isPart>
        {({ lights }) => <LevelsForm zoneId={zoneId} onClose={onClose} lights={lights} />}
      </Section>
    </Dialog>
  );
}

/** The level of a channel in the form; undefined leaves it out of the scene. */
type Level = SceneMember["to"] | undefined;

const keyOf = ({ ssid, suffix }: Pick<SceneMember, "ssid" | "suffix">) => ssid + suffix;

/** The present level of each confirmed channel. */
function presentLevels(lights: readonly MeasuredLight[]): Map<string, Level> {
  const levels = new Map<string, Level>();
  for (const light of lights)
    for (const member of membersOf([light])) {
      const { level, isAuto } = stateOfChannel(light, member.suffix);
      levels.set(keyOf(member), isAuto ? "auto" : level === null ? undefined : Math.round(level));
    }
  return levels;
}

function LevelsForm({ zoneId, onClose, lights }: Props & { lights: readonly MeasuredLight[] }) {
  const { t } = useLingui();
  const save = useChange(saveLightScene);
  const [name, setName] = useState("");
  const [levels, setLevels] = useState(() => presentLevels(lights));
  const refused = save.error ? refusedFieldText(save.error, "name") : undefined;
  const refusedLevels = save.error ? refusedFieldText(save.error, "members") : undefined;
  const change = (key: string, to: Level) => {
    save.reset();
    setLevels(new Map(levels).set(key, to));
  };

  function submit(): void {
    const members = membersOf(lights).flatMap((member) => {
      const to = levels.get(keyOf(member));
      return to === undefined ? [] : [{ ...member, to }];
    });
    save.mutate(
      { zone: zoneId, name, members },
      {
        onSuccess: ({ scene }) => {
          const saved = scene.name;
          showToast({ kind: "success", text: t`Scene ${saved} was saved` });
          onClose();
        },
      },
    );
  }

  return (
    <DialogForm
      isPending={save.isPending}
      refusal={save.error && !refused && (refusedLevels ?? errorText(save.error))}
      gap="sm"
      onSubmit={submit}
      onCancel={onClose}
    >
      <TextInput
        label={t({ message: "Name", comment: "Of a scene" })}
        data-autofocus
        maxLength={SCENE_NAME_MAX}
        value={name}
        error={refused}
        onChange={(event) => {
          save.reset();
          setName(event.currentTarget.value);
        }}
      />
      <Text size="sm" c="dimmed">{t`A light without a level is not part of the scene.`}</Text>
      <Stack component="ul" gap={8}>
        {lights.flatMap((light) =>
          membersOf([light]).map((member) => {
            const key = keyOf(member);
            const level = levels.get(key);
            const channel = member.suffix.slice(1);
            const label = channel ? `${light.name} · ${t`Channel ${channel}`}` : light.name;
            return (
              <Group component="li" key={key} gap={10} wrap="nowrap">
                <Text size="sm" flex={1}>
                  {label}
                </Text>
                <NumberInput
                  size="xs"
                  w={90}
                  aria-label={t`Level of ${label}`}
                  suffix=" %"
                  min={lightLevel.from}
                  max={lightLevel.to}
                  clampBehavior="strict"
                  allowDecimal={false}
                  disabled={level === "auto"}
                  value={typeof level === "number" ? level : ""}
                  onChange={(value) => change(key, typeof value === "number" ? value : undefined)}
                />
                <Checkbox
                  size="xs"
                  label={t({ message: "Auto", comment: "Lights that the controller switches itself" })}
                  aria-label={t`Auto: ${label}`}
                  checked={level === "auto"}
                  onChange={(event) => change(key, event.currentTarget.checked ? "auto" : undefined)}
                />
              </Group>
            );
          }),
        )}
      </Stack>
    </DialogForm>
  );
}
