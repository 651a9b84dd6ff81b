import { useLingui } from "@lingui/react/macro";
import { Group, Loader, Radio } from "@mantine/core";
import type { SentOf } from "@verandah/contract/route.ts";
import type { ScheduleDay } from "@verandah/contract/schedules/schedule-days.ts";
import {
  type Schedule,
  SCHEDULE_TYPE,
  createHvacSchedule,
  createSchedule,
  editHvacSchedule,
  editSchedule,
  deleteHvacSchedule,
  deleteSchedule,
} from "@verandah/contract/schedules/schedules.ts";
import { useState } from "react";

import { useSession } from "#data/query/session.ts";
import { useChange, useChangeBy } from "#data/query/use-change.ts";
import { call, isRefusal } from "#shared/call.ts";
import { useDraft } from "#shared/drafts.ts";
import { refusalText } from "#shared/texts/field-text.ts";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { showToast } from "#shared/ui/feedback/toast.ts";

import type { Slot } from "../calendar/slots.ts";
import { type ScheduleScope } from "../schedule-type.tsx";
import { HolidayForm, SpecialDayDetails } from "../special-days/holiday.tsx";
import { isTooLate } from "../wall-clock-text.ts";
import { ScheduleDetails } from "./schedule-details.tsx";
import { ScheduleForm } from "./schedule-form.tsx";
import { newValues, spanOf, valuesOf } from "./schedule-values.ts";

function refuse(text: string): undefined {
  showToast({ kind: "error", text });
}

/** The dialog itself says that a schedule is gone. */
const showFailure = (error: unknown) => {
  if (!isRefusal(error, "not-found")) refuse(refusalText(error));
};

type ScheduleFields = SentOf<typeof createSchedule>["data"];

/** Fields that old clients send: the user, and whether the schedule has begun. */
function useSentAlong() {
  const { user } = useSession();
  return (start: string) => ({ user, running: Date.parse(start) <= Date.now() });
}

/** Adds a schedule, or changes the one of an id. */
function useSave(scope: ScheduleScope) {
  const along = useSentAlong();
  const [create, edit] =
    scope === "air" ? [createHvacSchedule, editHvacSchedule] : [createSchedule, editSchedule];
  return useChangeBy(
    create,
    ({ id, data }: { id: number | undefined; data: ScheduleFields }) =>
      id === undefined
        ? call(create, { data, ...along(data.start) })
        : call(edit, { id, data, ...along(data.start) }),
    { endsWhenShown: true },
  );
}

interface Props {
  /** A known schedule to look at, or a slot for a new one or a holiday. */
  of: Schedule | Slot;
  /** The holidays and exceptions around the slot; undefined until they are loaded. */
  days: readonly ScheduleDay[] | undefined;
  scope: ScheduleScope;
  onClose: () => void;
}

/** Makes the day a holiday, or shows the holiday or exception of the day. */
function HolidayPart({
  day,
  days,
  onClose,
}: {
  day: string;
  days: readonly ScheduleDay[];
  onClose: () => void;
}) {
  // A change of the day ends in the part that made it, although the calendar already has another day.
  const [special] = useState(() => days.find((one) => one.day === day));
  return special ? (
    <SpecialDayDetails of={special} onClose={onClose} />
  ) : (
    <HolidayForm day={day} onClose={onClose} />
  );
}

/** Makes a schedule or a holiday, or shows, changes and deletes a schedule. */
export function ScheduleDialog({ of, days, scope, onClose }: Props) {
  const { t } = useLingui();
  const { campus } = useSession();
  const known = "id" in of ? of : undefined;
  const day = of.start.slice(0, 10);
  const [makes, setMakes] = useState<"schedule" | "holiday">("schedule");
  const [isEditing, setEditing] = useDraft("schedule-editing", !known);
  const along = useSentAlong();
  const save = useSave(scope);
  const remove = useChange(scope === "air" ? deleteHvacSchedule : deleteSchedule, { endsWhenShown: true });
  const refuseTooLate = () => refuse(t`Schedule is about to start / running / already over`);

  function submit(data: ScheduleFields) {
    if (Date.parse(data.start) <= Date.now()) return refuse(t`You can create schedule for future time only.`);
    if (isTooLate(data.start)) return refuseTooLate();
    return save.mutateAsync({ id: known?.id, data }).catch((failure: unknown) => {
      showFailure(failure);
      throw failure;
    });
  }

  function edit() {
    if (known && isTooLate(spanOf(known, campus.timeZone).start)) refuseTooLate();
    else setEditing(true);
  }

  function destroy(schedule: Schedule) {
    remove.mutate(
      { id: schedule.id, ...along(schedule.start) },
      {
        onSuccess: () => {
          showToast({ kind: "success", text: t`Schedule details successfully deleted.` });
          onClose();
        },
        onError: showFailure,
      },
    );
  }

  const title = !known
    ? makes === "holiday"
      ? t`Holiday`
      : t`New schedule`
    : isEditing
      ? t`Edit schedule`
      : known.title;
  return (
    <Dialog onClose={onClose} size={520} title={title}>
      {!known && (
        <Radio.Group
          mb="md"
          aria-label={t`Kind`}
          value={makes}
          onChange={(next) => setMakes(next === "holiday" ? "holiday" : "schedule")}
        >
          <Group gap="lg">
            <Radio value="schedule" label={t`Schedule`} />
            <Radio value="holiday" label={t`Holiday`} />
          </Group>
        </Radio.Group>
      )}
      {!known && makes === "holiday" ? (
        days ? (
          <HolidayPart day={day} days={days} onClose={onClose} />
        ) : (
          <Loader size="sm" aria-label={t`Holidays and exceptions`} />
        )
      ) : known && !isEditing ? (
        <ScheduleDetails
          schedule={known}
          isDeleting={remove.isPending}
          onEdit={edit}
          onTooLate={refuseTooLate}
          onDelete={() => destroy(known)}
        />
      ) : (
        <ScheduleForm
          id={known?.id}
          hasTypes={scope === "all"}
          initialValues={
            "id" in of
              ? valuesOf(of, campus.timeZone)
              : newValues(of, scope === "air" ? SCHEDULE_TYPE.personalCooling : SCHEDULE_TYPE.lighting)
          }
          submit={submit}
          done={known ? t`Schedule successfully updated.` : t`Schedule successfully created.`}
          onDone={onClose}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}
