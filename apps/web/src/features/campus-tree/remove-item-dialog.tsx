import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Alert, List, Skeleton, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import {
  previewRemoval,
  READINGS_DELETED_AFTER_HOURS,
  type Removal,
  type RemovalObstacle,
  removalObstacle,
  removeItem,
  undoRemoval,
} from "@verandah/contract/campuses/removals.ts";
import { useState } from "react";

import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { isRefusal } from "#shared/call.ts";
import { refusedFieldText } from "#shared/texts/field-text.ts";
import { showUndoToast } from "#shared/ui/feedback/undo-toast.tsx";
import { FormDialog } from "#shared/ui/form/form.tsx";

import { RefusedChange } from "./refused-change.tsx";
import { kindOf, type TreeItem, valuesOf } from "./tree-items.ts";

interface Props {
  root: TreeItem;
  /** To the item, which is the last. */
  path: readonly TreeItem[];
  /** Called with the key of the item above. */
  onRemoved: (key: string) => void;
  onClose: () => void;
}

/** Removes an item with everything in it, after it shows what ends and what prevents it. */
export function RemoveItemDialog({ root, path, onRemoved, onClose }: Props) {
  const { t } = useLingui();
  const remove = useChange(removeItem);
  const undo = useChange(undoRemoval);
  const [opened] = useState(valuesOf(path));
  const item = path.at(-1);
  const entry = item?.place ?? item?.device;
  const kind = item ? kindOf(item) : "device";
  const id = entry?.id ?? 0;
  const effects = useRoute(previewRemoval, { kind, id });
  if (!entry) return null;
  const { version } = entry;
  const { title } = opened;
  const isPossible = effects.data?.obstacles.length === 0;
  const initial: { readings: "keep" | "delete" } = { readings: "keep" };

  return (
    <FormDialog
      title={t`Remove ${title}`}
      onClose={onClose}
      initial={initial}
      fields={[
        effects.isPending && <Skeleton key="loading" height={120} />,
        effects.data !== undefined && <Effects key="effects" removal={effects.data} />,
        effects.data?.hasReadings === true &&
          isPossible && {
            name: "readings",
            label: t`Stored values`,
            kind: "radio",
            options: [
              { value: "keep", label: t`Keep them for trends and reports` },
              {
                value: "delete",
                label: t`Delete them`,
                description: t`${READINGS_DELETED_AFTER_HOURS} hours after the removal. This cannot be undone then.`,
              },
            ],
          },
      ]}
      action={t`Remove`}
      isDisabled={() => !isPossible}
      submit={async (values) => {
        const made = await remove.mutateAsync({ kind, id, version, ...values });
        showUndoToast(t`${title} is removed.`, () => undo.mutateAsync({ id: made.id }));
        onRemoved(path.at(-2)?.key ?? root.key);
        return made;
      }}
      renderFailure={(error) => {
        const obstacles = removalObstacle.options.flatMap((one) => {
          const names = isRefusal(error, "item-in-use") && refusedFieldText(error, one);
          return names ? [{ kind: one, names: [names] }] : [];
        });
        if (obstacles.length > 0) return <Obstacles obstacles={obstacles} />;
        return (
          <RefusedChange
            root={root}
            path={path}
            opened={opened}
            error={error ?? effects.error}
            advice={t`Check what ends with it, then remove it again.`}
          />
        );
      }}
    />
  );
}

/** What prevents a removal, with the names. */
function Obstacles({ obstacles }: Pick<Removal, "obstacles">) {
  const { t } = useLingui();
  const texts = (names: string): Record<RemovalObstacle, string> => ({
    bookings: t`Bookings or waitlist entries from now on: ${names}. Deactivate the place, then cancel or move them.`,
    overrides: t`An override is in force: ${names}. Release it first, or the device would keep it for ever.`,
    users: t`Users of this building: ${names}. Give them another building first.`,
  });
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={t`It cannot be removed now`}>
      {obstacles.map(({ kind, names }) => (
        <Text key={kind} size="sm">
          {texts(names.join(", "))[kind]}
        </Text>
      ))}
    </Alert>
  );
}

/** What a removal means, in words. */
function Effects({ removal }: { removal: Removal }) {
  const { t } = useLingui();
  const { obstacles, places, spaces, devices, alarms, commands, tests } = removal;
  if (obstacles.length > 0)
    return (
      <section aria-live="polite">
        <Obstacles obstacles={obstacles} />
      </section>
    );
  const [held, schedules, remaining, groups, scenes, fed] = [
    removal.held,
    removal.schedules,
    removal.remaining,
    removal.groups,
    removal.scenes,
    removal.fed,
  ].map((names) => names.join(", "));
  const lines = [
    places > 1 && plural(places, { one: "# place is removed", other: "# places are removed" }),
    spaces > 0 &&
      plural(spaces, { one: "# seat or room is removed", other: "# seats and rooms are removed" }),
    devices > 0 && plural(devices, { one: "# device is removed", other: "# devices are removed" }),
    alarms > 0 && plural(alarms, { one: "# active alarm ends", other: "# active alarms end" }),
    commands > 0 &&
      plural(commands, {
        one: "# command that is not finished is cancelled",
        other: "# commands that are not finished are cancelled",
      }),
    held && t`These do not answer, so their override stays in the device: ${held}`,
    devices > 0 && t`Verandah writes nothing to it: the equipment goes on as it is`,
    schedules && t`Schedules that end: ${schedules}`,
    remaining && t`Schedules that go on with their other zones: ${remaining}`,
    groups && t`Groups of units that lose a unit: ${groups}`,
    scenes && t`Light scenes that lose lights: ${scenes}`,
    tests > 0 &&
      plural(tests, { one: "# planned test tests nothing", other: "# planned tests test nothing" }),
    fed && t`Boxes that it supplies with air stay, without a unit: ${fed}`,
    t`Past alarms, reports and the audit keep its name`,
    t`An administrator can bring it back from the list of removed items`,
  ].flatMap((line) => line || []);
  return (
    <section aria-live="polite">
      <List size="sm" spacing={4}>
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </section>
  );
}
