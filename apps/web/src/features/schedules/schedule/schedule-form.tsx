import { useLingui } from "@lingui/react/macro";
import { Input, Select, SimpleGrid, Slider } from "@mantine/core";
import { listLocationMetrics } from "@verandah/contract/buildings.ts";
import { SCHEDULE_TITLE_MAX } from "@verandah/contract/schedules/schedule-forms.ts";
import { INTENSITY, intensityColor, SCHEDULE_TYPE } from "@verandah/contract/schedules/schedules.ts";
import { useId } from "react";

import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { useDraft } from "#shared/drafts.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { Form, type FormProps } from "#shared/ui/form/form.tsx";

import { RepeatField } from "./repeat-field.tsx";
import { ScheduleEffects } from "./schedule-effects.tsx";
import { placeOf, type ScheduleInput, scheduleInput, type ScheduleValues } from "./schedule-values.ts";

interface Props extends Pick<
  FormProps<ScheduleValues, ScheduleInput, unknown>,
  "submit" | "done" | "onDone" | "onCancel"
> {
  /** The schedule that is changed; undefined for a new one. */
  id: number | undefined;
  /** Whether it may be for lighting or for cooling; an existing one keeps its type. Source: spec 1 §4. */
  hasTypes: boolean;
  initialValues: ScheduleValues;
}

const toOptions = (places: readonly { id: number; name: string }[] | undefined) =>
  (places ?? []).map(({ id, name }) => ({ value: String(id), label: name }));

/** The fields of a schedule, of lighting or of air handling. Source: spec 1 §5, spec 2 §5 Schedule form. */
export function ScheduleForm({ id, hasTypes, initialValues, ...form }: Props) {
  const { t } = useLingui();
  const { building, campus } = useSession();
  const [draft, keepDraft] = useDraft("schedule", initialValues);
  const { data: floors, error: floorsError } = useRoute(listLocationMetrics, { id: building.id });
  const { data: zones, error: zonesError } = useRoute(
    listLocationMetrics,
    { id: Number(draft.floor) },
    { enabled: draft.floor !== null },
  );
  const place = placeOf(draft, campus.timeZone);
  const isLighting = draft.type === SCHEDULE_TYPE.lighting;
  const isEdited = id !== undefined;

  return (
    <Form
      {...form}
      initial={draft}
      onChange={keepDraft}
      schema={scheduleInput(campus.timeZone)}
      // A toast shows it. Source: spec 1 §8.
      renderFailure={() => null}
    >
      {({ values, set, field, errorOf }) => [
        <ErrorBanner key="unloaded" error={floorsError ?? zonesError} />,
        hasTypes && {
          name: "type",
          kind: "radio",
          label: t({ message: "Type", comment: "Lighting or cooling" }),
          options: [
            { value: SCHEDULE_TYPE.lighting, label: t`Lighting control`, disabled: isEdited && !isLighting },
            {
              value: SCHEDULE_TYPE.personalCooling,
              label: t`Personal cooling`,
              disabled: isEdited && isLighting,
            },
          ],
        },
        {
          name: "title",
          label: t({ message: "Title", comment: "Name of a schedule" }),
          maxLength: SCHEDULE_TITLE_MAX,
          "data-autofocus": true,
        },
        <Select
          key="floor"
          data-path="floor"
          label={t`Floor`}
          data={toOptions(floors)}
          allowDeselect={false}
          value={values.floor}
          error={errorOf("floor")}
          onChange={(floor) => set({ floor, zones: [] })}
        />,
        {
          name: "zones",
          kind: "choices",
          label: t`Zones`,
          options: toOptions(zones),
          disabled: values.floor === null,
          clearable: true,
          clearButtonProps: { "aria-label": t`Clear the zones` },
        },
        <SimpleGrid key="times" cols={{ base: 1, xs: 2 }}>
          {field({
            name: "start",
            kind: "moment",
            label: t({ message: "Start", comment: "Begin of a schedule" }),
          })}
          {field({ name: "end", kind: "moment", label: t({ message: "End", comment: "End of a schedule" }) })}
        </SimpleGrid>,
        {
          name: "isOn",
          kind: "radio",
          label: t({ message: "Action", comment: "What a schedule does" }),
          options: [
            { value: true, label: t({ message: "On", comment: "State of equipment" }) },
            { value: false, label: t({ message: "Off", comment: "State of equipment" }) },
          ],
        },
        values.isOn && (
          <IntensityField
            key="intensity"
            value={values.intensity}
            note={
              isLighting
                ? t`Lamps dim to this level and return to Auto at the end.`
                : t`An air handling unit is on or off: any intensity switches it on.`
            }
            onChange={(intensity) => set({ intensity, isIntensityChosen: true })}
          />
        ),
        <RepeatField
          key="repeat"
          value={values.repeat}
          start={values.start}
          error={errorOf("repeat")}
          onChange={(repeat) => set({ repeat })}
        />,
        <ScheduleEffects key="effects" of={place && { id, data: place }} />,
      ]}
    </Form>
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
