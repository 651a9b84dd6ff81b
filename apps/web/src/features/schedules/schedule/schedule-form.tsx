import { Trans, useLingui } from "@lingui/react/macro";
import { Button, Group, MultiSelect, Radio, Select, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import {
  SCHEDULE_STEP_MINUTES,
  SCHEDULE_TITLE_MAX,
  type ScheduleData,
} from "@verandah/contract/schedule-forms.ts";

import { placesQuery } from "#data/buildings.queries.ts";
import { useSession } from "#data/session.ts";
import { useDraft } from "#shared/drafts.ts";
import { fieldText } from "#shared/field-text.ts";
import { WALL_TIME_MAX } from "#shared/format/wall-time.ts";

import { IntensityField } from "./intensity-field.tsx";
import { type ScheduleValues, readValues } from "./schedule-values.ts";

const STEP_SECONDS = SCHEDULE_STEP_MINUTES * 60;

interface Props {
  initialValues: ScheduleValues;
  isSaving: boolean;
  /** What a chosen intensity does to the equipment. */
  intensityNote: string;
  onSave: (data: ScheduleData) => void;
  onCancel: () => void;
}

const toOptions = (places: readonly { id: number; name: string }[] | undefined) =>
  (places ?? []).map(({ id, name }) => ({ value: String(id), label: name }));

/** The fields of a schedule, of lighting or of air handling. Source: spec 1 §5, spec 2 §5 Schedule form. */
export function ScheduleForm({ initialValues, isSaving, intensityNote, onSave, onCancel }: Props) {
  const { t } = useLingui();
  const { building, campus } = useSession();
  const [draft, keepDraft] = useDraft("schedule", initialValues);
  const form = useForm<ScheduleValues>({
    initialValues: draft,
    onValuesChange: keepDraft,
    validate: (values) => readValues(values, campus.timeZone).errors,
  });
  const { values, errors } = form;
  const { data: floors } = useQuery(placesQuery(building.id));
  const { data: zones } = useQuery({
    ...placesQuery(Number(values.floor)),
    enabled: values.floor !== null,
  });
  const error = (name: keyof ScheduleValues) => ({ error: fieldText(errors[name]) });
  const focusFirst = (found: object) => form.getInputNode(Object.keys(found)[0] ?? "")?.focus();

  function save() {
    const { data } = readValues(values, campus.timeZone);
    if (data) onSave(data);
  }

  return (
    <form noValidate onSubmit={form.onSubmit(save, focusFirst)}>
      <Stack gap="sm">
        <TextInput
          label={t({ message: "Title", comment: "Name of a schedule" })}
          maxLength={SCHEDULE_TITLE_MAX}
          data-autofocus
          {...form.getInputProps("title")}
          {...error("title")}
        />
        <Select
          label={t`Floor`}
          data={toOptions(floors)}
          allowDeselect={false}
          {...form.getInputProps("floor")}
          {...error("floor")}
          onChange={(floor) => form.setValues({ floor, zones: [] })}
        />
        <MultiSelect
          label={t`Zones`}
          data={toOptions(zones)}
          disabled={values.floor === null}
          clearable
          clearButtonProps={{ "aria-label": t`Clear the zones` }}
          {...form.getInputProps("zones")}
          {...error("zones")}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            type="datetime-local"
            max={WALL_TIME_MAX}
            step={STEP_SECONDS}
            label={t({ message: "Start", comment: "Begin of a schedule" })}
            {...form.getInputProps("start")}
            {...error("start")}
          />
          <TextInput
            type="datetime-local"
            max={WALL_TIME_MAX}
            step={STEP_SECONDS}
            label={t({ message: "End", comment: "End of a schedule" })}
            {...form.getInputProps("end")}
            {...error("end")}
          />
        </SimpleGrid>
        <Radio.Group
          label={t({ message: "Action", comment: "What a schedule does" })}
          value={values.isOn ? "on" : "off"}
          onChange={(value) => form.setFieldValue("isOn", value === "on")}
        >
          <Group gap="md" mt={4}>
            <Radio value="on" label={t({ message: "On", comment: "State of equipment" })} />
            <Radio value="off" label={t({ message: "Off", comment: "State of equipment" })} />
          </Group>
        </Radio.Group>
        {values.isOn && (
          <IntensityField
            value={values.intensity}
            note={intensityNote}
            onChange={(intensity) => form.setValues({ intensity, isIntensityChosen: true })}
          />
        )}
        <Group justify="flex-end" mt="xs">
          <Button variant="default" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={isSaving}>
            <Trans>Save</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
