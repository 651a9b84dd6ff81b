import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { IconAirConditioning } from "@tabler/icons-react";
import { deleteUnitGroup, listUnitGroups } from "@verandah/contract/schedules/unit-groups.ts";

import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { useWeekText } from "#shared/equipment/use-week-text.ts";

import { NamedList } from "../named-list.tsx";
import { groupValuesOf, UnitGroupDialog } from "./unit-group-dialog.tsx";

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
