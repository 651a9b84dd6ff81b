import { useLingui } from "@lingui/react/macro";
import { Checkbox, Group, NumberInput, Stack, Text } from "@mantine/core";
import {
  SCENE_NAME_MAX,
  type SceneMember,
  saveLightScene,
} from "@verandah/contract/lighting/light-scenes.ts";
import type { Light } from "@verandah/contract/lighting/lights.ts";
import { lightLevel } from "@verandah/equipment/types/dali.ts";

import { useMeasured } from "#data/live/readings.ts";
import { useChange } from "#data/query/use-change.ts";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { showToast } from "#shared/ui/feedback/toast.ts";
import { Form } from "#shared/ui/form/form.tsx";
import { Section } from "#shared/ui/section.tsx";

import { type MeasuredLight, membersOf, stateOfChannel } from "./light-members.ts";
import { useLights } from "./use-lights.ts";

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

/** The level of each channel in the form; undefined leaves it out of the scene. */
type Levels = Record<string, SceneMember["to"] | undefined>;

const keyOf = ({ ssid, suffix }: Pick<SceneMember, "ssid" | "suffix">) => ssid + suffix;

/** The present level of each confirmed channel. */
function presentLevels(lights: readonly MeasuredLight[]): Levels {
  const levels: Levels = {};
  for (const light of lights)
    for (const member of membersOf([light])) {
      const { level, isAuto } = stateOfChannel(light, member.suffix);
      levels[keyOf(member)] = isAuto ? "auto" : level === null ? undefined : Math.round(level);
    }
  return levels;
}

function LevelsForm({ zoneId, onClose, lights }: Props & { lights: readonly Light[] }) {
  const { t } = useLingui();
  const { measured = [] } = useMeasured(lights);
  const save = useChange(saveLightScene);
  return (
    <Form
      initial={{ name: "", levels: presentLevels(measured) }}
      submit={({ name, levels }) => {
        const members = membersOf(lights).flatMap((member) => {
          const to = levels[keyOf(member)];
          return to === undefined ? [] : [{ ...member, to }];
        });
        return save.mutateAsync({ zone: zoneId, name, members });
      }}
      onDone={({ scene }) => {
        const saved = scene.name;
        showToast({ kind: "success", text: t`Scene ${saved} was saved` });
        onClose();
      }}
      onCancel={onClose}
    >
      {({ values: { levels }, set }) => [
        {
          name: "name",
          label: t({ message: "Name", comment: "Of a scene" }),
          maxLength: SCENE_NAME_MAX,
          "data-autofocus": true,
        },
        <Text key="note" size="sm" c="dimmed">{t`A light without a level is not part of the scene.`}</Text>,
        <Stack component="ul" key="levels" gap={8}>
          {lights.flatMap((light) =>
            membersOf([light]).map((member) => {
              const key = keyOf(member);
              const level = levels[key];
              const channel = member.suffix.slice(1);
              const label = channel ? `${light.name} · ${t`Channel ${channel}`}` : light.name;
              const change = (to: Levels[string]) => set({ levels: { ...levels, [key]: to } });
              return (
                <Group component="li" key={key} gap={10} wrap="nowrap">
                  <Text size="sm" flex={1}>
                    {label}
                  </Text>
                  <NumberInput
                    size="xs"
                    w={90}
                    // Beside both buttons the field would have no room for a level.
                    hideControls
                    aria-label={t`Level of ${label}`}
                    suffix=" %"
                    min={lightLevel.from}
                    max={lightLevel.to}
                    clampBehavior="strict"
                    allowDecimal={false}
                    disabled={level === "auto"}
                    value={typeof level === "number" ? level : ""}
                    onChange={(value) => change(typeof value === "number" ? value : undefined)}
                  />
                  <Checkbox
                    size="xs"
                    label={t({ message: "Auto", comment: "Lights that the controller switches itself" })}
                    aria-label={t`Auto: ${label}`}
                    checked={level === "auto"}
                    onChange={(event) => change(event.currentTarget.checked ? "auto" : undefined)}
                  />
                </Group>
              );
            }),
          )}
        </Stack>,
      ]}
    </Form>
  );
}
