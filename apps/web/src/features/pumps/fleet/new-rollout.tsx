import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { List, NumberInput, ScrollArea, Select, SimpleGrid, Stack, Text } from "@mantine/core";
import { createPumpRollout, HOURS_MAX, previewPumpRollout } from "@verandah/contract/pumps/pump-rollouts.ts";
import { pumpSwitch, solarPump } from "@verandah/equipment/types/solar-pump.ts";
import { useState } from "react";

import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { usePreviewText } from "#shared/commands/preview-list.tsx";
import { usePointText } from "#shared/texts/use-point-text.ts";
import { QuestionDialog } from "#shared/ui/dialogs/question-dialog.tsx";
import { Section } from "#shared/ui/section.tsx";

const LIST_HEIGHT = 140;
const first = { hours: 4, first_group: 5, wave_size: 50, failures_max_percent: 10 };

interface Props {
  places: readonly string[];
  onClose: () => void;
}

/** A command for many pumps, after a preview of its changes. */
export function NewRollout({ places, onClose }: Props) {
  const { t } = useLingui();
  const [value, setValue] = useState<typeof pumpSwitch.off | typeof pumpSwitch.on>(pumpSwitch.off);
  const [place, setPlace] = useState<string | null>(null);
  const [numbers, setNumbers] = useState<Record<keyof typeof first, number | "">>(first);
  const create = useChange(createPumpRollout);
  const textOf = usePreviewText();
  const { valueText } = usePointText();
  const { hours, first_group, wave_size, failures_max_percent } = numbers;
  // The field corrects its number only when it loses the focus.
  const previewedHours = Math.min(Math.max(hours === "" ? first.hours : hours, 1), HOURS_MAX);
  const choice = { value, hours: previewedHours, ...(place !== null && { place }) };
  const preview = useRoute(previewPumpRollout, choice, { isLoadedOnce: true });
  const isWhole = hours !== "" && first_group !== "" && wave_size !== "" && failures_max_percent !== "";
  const changes = preview.data?.counts.changes ?? 0;
  const fields: [keyof typeof first, string, number, number][] = [
    ["hours", t`For how long (hours)`, 1, HOURS_MAX],
    ["first_group", t`Pumps in the first group`, 1, 500],
    ["wave_size", t`Pumps in each later wave`, 1, 500],
    ["failures_max_percent", t`Failures allowed (%)`, 0, 100],
  ];
  const start = () => {
    if (hours === "" || first_group === "" || wave_size === "" || failures_max_percent === "") return;
    create.mutate({ ...choice, hours, first_group, wave_size, failures_max_percent }, { onSuccess: onClose });
  };
  return (
    <QuestionDialog
      title={t`Switch pumps in waves`}
      action={plural(changes, { one: "Switch # pump", other: "Switch # pumps" })}
      call={create}
      isDisabled={!isWhole || changes === 0}
      onConfirm={start}
      onClose={onClose}
    >
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <Select
            label={t`Switch`}
            allowDeselect={false}
            data={[pumpSwitch.off, pumpSwitch.on].map((one) => ({
              value: String(one),
              label: valueText(pumpSwitch.point, one, "none", solarPump.type),
            }))}
            value={String(value)}
            onChange={(next) => setValue(Number(next) === pumpSwitch.on ? pumpSwitch.on : pumpSwitch.off)}
          />
          <Select
            label={t`Place`}
            placeholder={t`All places`}
            clearable
            clearButtonProps={{ "aria-label": t`Clear` }}
            data={[...places]}
            value={place}
            onChange={setPlace}
          />
          {fields.map(([name, label, min, max]) => (
            <NumberInput
              key={name}
              label={label}
              min={min}
              max={max}
              clampBehavior="blur"
              allowDecimal={false}
              value={numbers[name]}
              onChange={(next) => setNumbers({ ...numbers, [name]: typeof next === "number" ? next : "" })}
            />
          ))}
        </SimpleGrid>
        <Section of={preview} height={40}>
          {({ pumps, others }) => (
            <div role="status">
              <Text fw={600}>{t`${changes} of ${pumps} pumps will change.`}</Text>
              {others.length > 0 && (
                <ScrollArea.Autosize mah={LIST_HEIGHT} viewportProps={{ tabIndex: 0 }}>
                  <List size="sm" withPadding>
                    {others.map((one) => {
                      const why = textOf(one);
                      return (
                        <List.Item key={one.ssid}>
                          {one.name}: {why}
                        </List.Item>
                      );
                    })}
                  </List>
                </ScrollArea.Autosize>
              )}
            </div>
          )}
        </Section>
      </Stack>
    </QuestionDialog>
  );
}
