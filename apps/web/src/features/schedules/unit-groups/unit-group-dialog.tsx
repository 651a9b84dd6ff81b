import { useLingui } from "@lingui/react/macro";
import { Text } from "@mantine/core";
import type { ReplyOf, SentOf } from "@verandah/contract/route.ts";
import { GROUP_NAME_MAX, unitGroupData } from "@verandah/contract/schedules/schedule-forms.ts";
import {
  createUnitGroup,
  editUnitGroup,
  listUnitGroups,
  type UnitGroup,
} from "@verandah/contract/schedules/unit-groups.ts";

import { useChangeBy } from "#data/query/use-change.ts";
import { useNewest } from "#data/query/use-newest.ts";
import { call } from "#shared/call.ts";

import { NamedDialog } from "../named-dialog.tsx";
import { officeTimes } from "../times-field.tsx";
import { useWeekFields } from "../week-fields.tsx";

interface Props extends ReplyOf<typeof listUnitGroups> {
  /** Undefined for a new group. */
  of: UnitGroup | undefined;
  onClose: () => void;
}

type Sent = SentOf<typeof createUnitGroup>;
type Values = Sent & { setbackCelsius: number | null };

const newGroup: Values = {
  name: "",
  units: [],
  timeData: officeTimes,
  weekData: [1, 2, 3, 4, 5],
  setbackCelsius: null,
};

/** The fields of a group. */
export const groupValuesOf = ({ name, units, timeData, weekData, setbackCelsius }: UnitGroup): Values => ({
  name,
  units: units.map(({ id }) => id),
  timeData,
  weekData,
  setbackCelsius,
});

/** The name of a group, its units and their weekly times. A unit of another group cannot be chosen. */
export function UnitGroupDialog({ of, groups, units, onClose }: Props) {
  const { t } = useLingui();
  const weekFields = useWeekFields();
  const newest = useNewest();
  const save = useChangeBy(
    createUnitGroup,
    ({ openedOn, ...data }: Sent & { openedOn: Values | undefined }) =>
      of ? call(editUnitGroup, { id: of.id, ...data, openedOn }) : call(createUnitGroup, data),
    { endsWhenShown: true },
  );
  const otherGroupOf = (unitId: number) =>
    groups.find((group) => group.id !== of?.id && group.units.some((unit) => unit.id === unitId))?.name;

  return (
    <NamedDialog<UnitGroup, Values, Sent>
      title={of ? t`Edit group` : t`New group`}
      draft="unit-group"
      of={of}
      blank={newGroup}
      valuesOf={groupValuesOf}
      schema={unitGroupData}
      save={(data, openedOn) => save.mutateAsync({ ...data, openedOn })}
      clash="unit-group-changed"
      newest={async () => (await newest(listUnitGroups, {})).groups}
      onClose={onClose}
    >
      {(form) => [
        {
          name: "name",
          label: t({ message: "Name", comment: "Of a holiday" }),
          maxLength: GROUP_NAME_MAX,
        },
        {
          name: "units",
          kind: "choices",
          label: t`Units`,
          options: units.map((unit) => {
            const other = otherGroupOf(unit.id);
            const isTaken = other !== undefined;
            return {
              value: unit.id,
              label: isTaken ? t`${unit.name} (in ${other})` : unit.name,
              disabled: isTaken,
            };
          }),
          description: t`A unit can be in one group.`,
          searchable: true,
          clearable: true,
          clearButtonProps: { "aria-label": t`Clear the units` },
        },
        ...weekFields(form),
        <Text key="note" size="xs" c="dimmed">
          {t`The units follow these times in place of the default, unless a schedule, a holiday or an exception says otherwise. A change that affects the current state takes effect at once.`}
        </Text>,
      ]}
    </NamedDialog>
  );
}
