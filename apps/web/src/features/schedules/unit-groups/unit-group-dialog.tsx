import { useLingui } from "@lingui/react/macro";
import { MultiSelect, Text, TextInput } from "@mantine/core";
import type { ReplyOf, SentOf } from "@verandah/contract/route.ts";
import { GROUP_NAME_MAX, type OnOff, unitGroupData } from "@verandah/contract/schedules/schedule-forms.ts";
import {
  createUnitGroup,
  editUnitGroup,
  type listUnitGroups,
  type UnitGroup,
} from "@verandah/contract/schedules/unit-groups.ts";
import { useState } from "react";

import { useChangeBy } from "#data/query/use-change.ts";
import { call } from "#shared/call.ts";
import { weekdayNames } from "#shared/format/time.ts";
import { errorText } from "#shared/texts/error-text.ts";
import { fieldText } from "#shared/texts/field-text.ts";
import { DialogForm } from "#shared/ui/dialogs/dialog-form.tsx";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";

import { SetbackField } from "../setback-field.tsx";
import { TimesField, timesErrors } from "../times-field.tsx";
import { toastDone, toastRefused } from "../toasts.ts";

interface Props extends ReplyOf<typeof listUnitGroups> {
  /** Undefined for a new group. */
  of: UnitGroup | undefined;
  onClose: () => void;
}

const officeTimes: OnOff[] = [{ ON: "09:00", OFF: "18:00" }];
const officeDays = [1, 2, 3, 4, 5];

/** The name of a group, its units and their weekly times. A unit of another group cannot be chosen. */
export function UnitGroupDialog({ of, groups, units, onClose }: Props) {
  const { t } = useLingui();
  const id = of?.id;
  const [name, setName] = useState(of?.name ?? "");
  const [members, setMembers] = useState(() => (of?.units ?? []).map((one) => String(one.id)));
  const [times, setTimes] = useState<OnOff[]>(of?.timeData ?? officeTimes);
  const [weekdays, setWeekdays] = useState(() => (of?.weekData ?? officeDays).map(String));
  const [setbackCelsius, setSetback] = useState(of?.setbackCelsius ?? null);
  const [issues, setIssues] = useState<readonly { path: readonly PropertyKey[]; message: string }[]>([]);
  const save = useChangeBy(
    createUnitGroup,
    (data: SentOf<typeof createUnitGroup>) =>
      id === undefined ? call(createUnitGroup, data) : call(editUnitGroup, { id, ...data }),
    { endsWhenShown: true },
  );
  const errorOf = (field: string) => fieldText(issues.find(({ path }) => path[0] === field)?.message);
  const otherGroupOf = (unitId: number) =>
    groups.find((group) => group.id !== id && group.units.some((unit) => unit.id === unitId))?.name;

  function submit() {
    const parsed = unitGroupData.safeParse({
      name,
      timeData: times,
      weekData: weekdays.map(Number),
      setbackCelsius,
      units: members.map(Number),
    });
    setIssues(parsed.error?.issues ?? []);
    if (!parsed.success) return;
    save.mutate(parsed.data, {
      onSuccess: () => {
        toastDone(t`${name} was saved.`);
        onClose();
      },
      onError: (failure) => toastRefused(errorText(failure)),
    });
  }

  return (
    <Dialog onClose={onClose} title={id === undefined ? t`New group` : t`Edit group`}>
      <DialogForm isPending={save.isPending} onSubmit={submit} onCancel={onClose}>
        <TextInput
          label={t({ message: "Name", comment: "Of a holiday" })}
          maxLength={GROUP_NAME_MAX}
          value={name}
          error={errorOf("name")}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <MultiSelect
          label={t`Units`}
          data={units.map((unit) => {
            const other = otherGroupOf(unit.id);
            return {
              value: String(unit.id),
              label: other === undefined ? unit.name : t`${unit.name} (in ${other})`,
              disabled: other !== undefined,
            };
          })}
          description={t`A unit can be in one group.`}
          value={members}
          error={errorOf("units")}
          onChange={setMembers}
          searchable
          clearable
          clearButtonProps={{ "aria-label": t`Clear the units` }}
        />
        <TimesField times={times} errors={timesErrors(issues)} onChange={setTimes} />
        <MultiSelect
          label={t`Weekdays`}
          data={weekdayNames().map((label, weekday) => ({ value: String(weekday), label }))}
          value={weekdays}
          error={errorOf("weekData")}
          onChange={setWeekdays}
          clearable
          clearButtonProps={{ "aria-label": t`Clear the weekdays` }}
        />
        <SetbackField celsius={setbackCelsius} error={errorOf("setbackCelsius")} onChange={setSetback} />
        <Text size="xs" c="dimmed">
          {t`The units follow these times in place of the default, unless a schedule, a holiday or an exception says otherwise. A change that affects the current state takes effect at once.`}
        </Text>
      </DialogForm>
    </Dialog>
  );
}
