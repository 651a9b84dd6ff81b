import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Text } from "@mantine/core";
import { IconAirConditioning } from "@tabler/icons-react";
import type { ReplyOf, SentOf } from "@verandah/contract/route.ts";
import { GROUP_NAME_MAX, unitGroupData } from "@verandah/contract/schedules/schedule-forms.ts";
import {
  deleteUnitGroup,
  listUnitGroups,
  createUnitGroup,
  editUnitGroup,
  type UnitGroup,
} from "@verandah/contract/schedules/unit-groups.ts";

import { useChange, useChangeBy } from "#data/query/use-change.ts";
import { useNewest } from "#data/query/use-newest.ts";
import { useRoute } from "#data/query/use-route.ts";
import { call } from "#shared/call.ts";
import { useWeekText } from "#shared/equipment/use-week-text.ts";

import { NamedDialog } from "../named-dialog.tsx";
import { NamedList } from "../named-list.tsx";
import { officeTimes } from "../times-field.tsx";
import { useWeekFields } from "../week-fields.tsx";

/** Groups of air handling units with weekly times of their own. */
export function UnitGroups() {
  const { t } = useLingui();
  const weekText = useWeekText();
  const remove = useChange(deleteUnitGroup, { endsWhenShown: true });
  const listed = useRoute(listUnitGroups, {}, { keepsLast: true });
  return (
    <NamedList
      title={t`Groups of units`}
      addText={t`New group`}
      draft="unit-group-dialog"
      of={listed}
      listOf={({ groups }) => groups}
      rowOf={(group) => ({
        icon: IconAirConditioning,
        lines: [weekText(group), group.units.map((unit) => unit.name).join(", ") || t`No unit`],
        question: t`Its units follow the default again.`,
      })}
      remove={(group) => remove.mutateAsync({ id: group.id, openedOn: groupValuesOf(group) })}
      isDeleting={remove.isPending}
      canEdit
      renderDialog={(of, reply, onClose) => <UnitGroupDialog of={of} {...reply} onClose={onClose} />}
      below={({ groups, units }) => {
        const count = units.length - groups.reduce((sum, group) => sum + group.units.length, 0);
        return plural(count, { one: "# unit follows the default", other: "# units follow the default" });
      }}
    />
  );
}

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
const groupValuesOf = ({ name, units, timeData, weekData, setbackCelsius }: UnitGroup): Values => ({
  name,
  units: units.map(({ id }) => id),
  timeData,
  weekData,
  setbackCelsius,
});

/** The name of a group, its units and their weekly times. A unit of another group cannot be chosen. */
function UnitGroupDialog({ of, groups, units, onClose }: Props) {
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
