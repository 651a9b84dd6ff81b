import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { ActionIcon, Button, Group, Text } from "@mantine/core";
import { IconAirConditioning, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { deleteUnitGroup, listUnitGroups, type UnitGroup } from "@verandah/contract/schedules/unit-groups.ts";
import { useState } from "react";

import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { useWeekText } from "#shared/equipment/use-week-text.ts";
import { errorText } from "#shared/texts/error-text.ts";
import { DeleteQuestion } from "#shared/ui/dialogs/delete-question.tsx";
import { SectionCard } from "#shared/ui/section-card.tsx";
import { Section } from "#shared/ui/section.tsx";

import { toastDone, toastRefused } from "../toasts.ts";
import { UnitGroupDialog } from "./unit-group-dialog.tsx";

import classes from "../special-days/special-days.module.css";

/** Groups of air handling units with weekly times of their own. */
export function UnitGroups() {
  const { t } = useLingui();
  const listed = useRoute(listUnitGroups, {}, { keepsLast: true });
  const [opened, setOpened] = useState<UnitGroup | "new">();
  return (
    <SectionCard
      title={t`Groups of units`}
      aside={
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setOpened("new")}
        >
          {t`New group`}
        </Button>
      }
    >
      <Section of={listed} height={40} isPart>
        {({ groups, units }) => (
          <>
            <Groups groups={groups} onEdit={setOpened} />
            <Rest count={units.length - groups.reduce((sum, group) => sum + group.units.length, 0)} />
          </>
        )}
      </Section>
      {opened && listed.data && (
        <UnitGroupDialog
          of={opened === "new" ? undefined : opened}
          groups={listed.data.groups}
          units={listed.data.units}
          onClose={() => setOpened(undefined)}
        />
      )}
    </SectionCard>
  );
}

function Rest({ count }: { count: number }) {
  return (
    <Text size="sm" c="dimmed" mt={4}>
      {plural(count, { one: "# unit follows the default", other: "# units follow the default" })}
    </Text>
  );
}

interface GroupsProps {
  groups: readonly UnitGroup[];
  onEdit: (group: UnitGroup) => void;
}

function Groups({ groups, onEdit }: GroupsProps) {
  const { t } = useLingui();
  const weekText = useWeekText();
  const remove = useChange(deleteUnitGroup, { endsWhenShown: true });
  const [askedId, setAskedId] = useState<number>();
  return (
    <ul>
      {groups.map((group) => {
        const { id, name, units } = group;
        return (
          <li key={id} className={classes["row"]}>
            <IconAirConditioning size={16} aria-hidden />
            <div className={classes["what"]}>
              <Text size="sm" fw={600}>
                {name}
              </Text>
              <Text size="xs" c="dimmed">
                {weekText(group)}
              </Text>
              <Text size="xs" c="dimmed">
                {units.map((unit) => unit.name).join(", ") || t`No unit`}
              </Text>
            </div>
            {askedId === id ? (
              <div className={classes["asked"]}>
                <DeleteQuestion
                  label={t`Delete ${name}`}
                  question={t`Its units follow the default again.`}
                  isDeleting={remove.isPending}
                  onCancel={() => setAskedId(undefined)}
                  onDelete={() =>
                    remove.mutate(
                      { id },
                      {
                        onSuccess: () => toastDone(t`${name} was deleted.`),
                        onError: (failure) => toastRefused(errorText(failure)),
                      },
                    )
                  }
                />
              </div>
            ) : (
              <Group gap={2} wrap="nowrap">
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t`Edit ${name}`}
                  onClick={() => onEdit(group)}
                >
                  <IconPencil size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t`Delete ${name}`}
                  onClick={() => setAskedId(id)}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              </Group>
            )}
          </li>
        );
      })}
    </ul>
  );
}
