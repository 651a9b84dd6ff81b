import { useLingui } from "@lingui/react/macro";
import {
  Button,
  Group,
  Input,
  MultiSelect,
  Radio,
  Select,
  SimpleGrid,
  Slider,
  Stack,
  TextInput,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import { listLocationMetrics } from "@verandah/contract/buildings.ts";
import { SCHEDULE_TITLE_MAX } from "@verandah/contract/schedules/schedule-forms.ts";
import { INTENSITY, intensityColor, SCHEDULE_TYPE } from "@verandah/contract/schedules/schedules.ts";
import { useId } from "react";

import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { useDraft } from "#shared/drafts.ts";
import { fieldText } from "#shared/texts/field-text.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { DateField } from "#shared/ui/fields/date-field.tsx";

import { RepeatField } from "./repeat-field.tsx";
import { ScheduleEffects } from "./schedule-effects.tsx";
import { readValues, type ScheduleValues, startWeekdayOf } from "./schedule-values.ts";

interface Props {
  /** The schedule that is changed; undefined for a new one. */
  id: number | undefined;
  /** Whether it may be for lighting or for cooling; an existing one keeps its type. Source: spec 1 §4. */
  hasTypes: boolean;
  initialValues: ScheduleValues;
  isSaving: boolean;
  onSave: (data: NonNullable<ReturnType<typeof readValues>["data"]>) => void;
  onCancel: () => void;
}

const toOptions = (places: readonly { id: number; name: string }[] | undefined) =>
  (places ?? []).map(({ id, name }) => ({ value: String(id), label: name }));

/** The fields of a schedule, of lighting or of air handling. Source: spec 1 §5, spec 2 §5 Schedule form. */
export function ScheduleForm({ id, hasTypes, initialValues, isSaving, onSave, onCancel }: Props) {
  const { t } = useLingui();
  const { building, campus } = useSession();
  const [draft, keepDraft] = useDraft("schedule", initialValues);
  const form = useForm<ScheduleValues>({
    initialValues: draft,
    onValuesChange: keepDraft,
    validate: (values) => readValues(values, campus.timeZone).errors,
  });
  const { values, errors } = form;
  const { data: floors, error: floorsError } = useRoute(listLocationMetrics, { id: building.id });
  const { data: zones, error: zonesError } = useRoute(
    listLocationMetrics,
    { id: Number(values.floor) },
    { enabled: values.floor !== null },
  );
  const error = (name: keyof ScheduleValues) => ({ error: fieldText(errors[name]) });
  const { place } = readValues(values, campus.timeZone);
  const isLighting = values.type === SCHEDULE_TYPE.lighting;
  const focusFirst = (found: object) => form.getInputNode(Object.keys(found)[0] ?? "")?.focus();

  function save() {
    const { data } = readValues(values, campus.timeZone);
    if (data) onSave(data);
  }

  return (
    <form noValidate onSubmit={form.onSubmit(save, focusFirst)}>
      <Stack gap="sm">
        <ErrorBanner error={floorsError ?? zonesError} />
        {hasTypes && (
          <Radio.Group
            label={t({ message: "Type", comment: "Lighting or cooling" })}
            value={String(values.type)}
            readOnly={id !== undefined}
            onChange={(type) =>
              form.setFieldValue(
                "type",
                type === "0" ? SCHEDULE_TYPE.lighting : SCHEDULE_TYPE.personalCooling,
              )
            }
          >
            <Group gap="md" mt={4}>
              <Radio value="0" label={t`Lighting control`} disabled={id !== undefined && !isLighting} />
              <Radio value="1" label={t`Personal cooling`} disabled={id !== undefined && isLighting} />
            </Group>
          </Radio.Group>
        )}
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
          <DateField
            hasTime
            label={t({ message: "Start", comment: "Begin of a schedule" })}
            {...form.getInputProps("start")}
            value={values.start}
            {...error("start")}
          />
          <DateField
            hasTime
            label={t({ message: "End", comment: "End of a schedule" })}
            {...form.getInputProps("end")}
            value={values.end}
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
            note={
              isLighting
                ? t`Lamps are dimmed to it, and go back to Auto at the end.`
                : t`An air handling unit is on or off: any intensity switches it on.`
            }
            onChange={(intensity) => form.setValues({ intensity, isIntensityChosen: true })}
          />
        )}
        <RepeatField
          value={values.repeat}
          startWeekday={startWeekdayOf(values.start)}
          error={fieldText(errors["repeat"])}
          onChange={(repeat) => form.setFieldValue("repeat", repeat)}
        />
        <ScheduleEffects of={place && { id, data: place }} />
        <Group justify="flex-end" mt="xs">
          <Button variant="default" onClick={onCancel}>{t`Cancel`}</Button>
          <Button type="submit" loading={isSaving}>{t`Save`}</Button>
        </Group>
      </Stack>
    </form>
  );
}

interface IntensityFieldProps {
  value: number;
  /** Action on the equipment. */
  note: string;
  onChange: (percent: number) => void;
}

const marks = [25, 50, 75].map((value) => ({ value }));

/** 10 to 100 in steps of 10. Source: spec 1 §5. */
function IntensityField({ value, note, onChange }: IntensityFieldProps) {
  const { t } = useLingui();
  const noteId = useId();
  return (
    <Input.Wrapper
      label={t`Intensity: ${value} %`}
      labelElement="div"
      description={note}
      descriptionProps={{ id: noteId }}
    >
      <Slider
        mt="xs"
        mb="xs"
        min={INTENSITY.min}
        max={INTENSITY.max}
        step={INTENSITY.step}
        value={value}
        marks={marks}
        label={null}
        thumbLabel={t`Intensity`}
        thumbProps={{ "aria-describedby": noteId }}
        color={intensityColor(value)}
        onChange={onChange}
      />
    </Input.Wrapper>
  );
}
