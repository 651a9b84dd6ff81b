import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import {
  Input,
  Select,
  SimpleGrid,
  Slider,
  Checkbox,
  Chip,
  Group,
  Stack,
  Alert,
  Loader,
  Text,
} from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { listLocationMetrics } from "@verandah/contract/buildings.ts";
import type { ReplyOf, SentOf } from "@verandah/contract/route.ts";
import { SCHEDULE_TITLE_MAX } from "@verandah/contract/schedules/schedule-forms.ts";
import {
  INTENSITY,
  intensityColor,
  SCHEDULE_TYPE,
  previewSchedule,
} from "@verandah/contract/schedules/schedules.ts";
import { useId, type ReactNode } from "react";

import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { PreviewList } from "#shared/commands/preview-list.tsx";
import { useDraft } from "#shared/drafts.ts";
import { weekdayNames } from "#shared/format/time.ts";
import { refusalText } from "#shared/texts/field-text.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { DateField } from "#shared/ui/fields/date-field.tsx";
import { Form, type FormProps } from "#shared/ui/form/form.tsx";
import { Section } from "#shared/ui/section.tsx";

import {
  placeOf,
  type ScheduleInput,
  scheduleInput,
  type ScheduleValues,
  startWeekdayOf,
} from "./schedule-values.ts";

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

type Repeat = ScheduleValues["repeat"];

interface RepeatFieldProps {
  value: Repeat;
  /** Of the schedule. Its weekday is always among them. */
  start: string;
  error: ReactNode;
  onChange: (repeat: Repeat) => void;
}

/** Whether and on which weekdays a schedule repeats, and its last day. */
function RepeatField({ value, start, error, onChange }: RepeatFieldProps) {
  const { t } = useLingui();
  const startWeekday = startWeekdayOf(start);
  const names = weekdayNames();
  const { isOn, weekdays, until } = value;
  return (
    <Stack gap="xs">
      <Checkbox
        label={t`Repeat every week`}
        checked={isOn}
        onChange={(event) => onChange({ ...value, isOn: event.currentTarget.checked })}
      />
      {isOn && (
        <>
          <Input.Wrapper label={t`On these weekdays`} labelElement="div">
            <Chip.Group
              multiple
              value={[...new Set([...weekdays, startWeekday])].map(String)}
              onChange={(chosen) => onChange({ ...value, weekdays: chosen.map(Number) })}
            >
              <Group gap={6} mt={4}>
                {names.map((name, weekday) => (
                  <Chip
                    key={name}
                    size="xs"
                    value={String(weekday)}
                    disabled={weekday === startWeekday}
                    aria-label={name}
                  >
                    {name.slice(0, 3)}
                  </Chip>
                ))}
              </Group>
            </Chip.Group>
          </Input.Wrapper>
          <DateField
            label={t({ message: "Until", comment: "Last day of a repeating schedule" })}
            data-path="repeat"
            value={until}
            error={error}
            onChange={(last) => onChange({ ...value, until: last })}
          />
        </>
      )}
    </Stack>
  );
}

const TYPING_MS = 400;

/** Texts of the effects; a loader while they are loaded. */
function EffectsOf(input: SentOf<typeof previewSchedule>) {
  const { t } = useLingui();
  const wanted = JSON.stringify(input);
  const [asked] = useDebouncedValue(wanted, TYPING_MS);
  const preview = useRoute(previewSchedule, JSON.parse(asked));
  // An answer to other fields would be misleading.
  const shown = asked === wanted ? preview : { data: undefined, error: null, dataUpdatedAt: 0 };
  return (
    <Section
      of={shown}
      isPart
      errorText={shown.error ? refusalText(shown.error) : undefined}
      placeholder={<Loader size="xs" aria-busy aria-label={t`Effects`} />}
    >
      {(effects) => <Effects of={effects} />}
    </Section>
  );
}

function Effects({ of: { units, overlaps } }: { of: ReplyOf<typeof previewSchedule> }) {
  const { t } = useLingui();
  const titles = overlaps.map((one) => one.title).join(", ");
  return (
    <>
      {units.length > 0 ? (
        <PreviewList units={units} />
      ) : (
        <Text size="sm">{t`There is no equipment of this type in these zones.`}</Text>
      )}
      {overlaps.length > 0 && (
        <Text size="sm" mt={6}>
          {plural(overlaps.length, {
            one: "Another schedule is at the same time:",
            other: "# other schedules are at the same time:",
          })}{" "}
          {titles}. {t`The one that was made last applies.`}
        </Text>
      )}
    </>
  );
}

/**
 * The effects of a schedule before it is saved: equipment that cannot follow now, and other schedules at the same times. Always present, so
 * that the buttons below do not move.
 */
function ScheduleEffects({ of }: { of: SentOf<typeof previewSchedule> | undefined }) {
  const { t } = useLingui();
  return (
    <Alert variant="light" title={t`Effects`}>
      {of ? <EffectsOf {...of} /> : <Text size="sm">{t`Choose a floor and its zones first.`}</Text>}
    </Alert>
  );
}
