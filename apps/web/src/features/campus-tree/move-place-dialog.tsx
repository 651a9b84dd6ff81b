import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { List, Skeleton } from "@mantine/core";
import { type PlaceMove, movePlace, previewPlaceMove } from "@verandah/contract/campuses/place-moves.ts";
import { useState } from "react";

import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { FormDialog } from "#shared/ui/form/form.tsx";

import { MoveObstacles } from "./move-obstacles.tsx";
import { RefusedChange } from "./refused-change.tsx";
import { placesFor, type TreeItem, valuesOf } from "./tree-items.ts";

interface Props {
  root: TreeItem;
  /** To the place, which is the last. */
  path: readonly TreeItem[];
  onClose: () => void;
}

/** Moves an area, zone or floor, after it shows what moves along, what changes, and what prevents the move. */
export function MovePlaceDialog({ root, path, onClose }: Props) {
  const { t } = useLingui();
  const move = useChange(movePlace);
  const saved = valuesOf(path);
  const [opened] = useState(saved);
  const [chosen, setChosen] = useState<number | null>(null);
  const place = path.at(-1)?.place;
  const id = place?.id ?? 0;
  const effects = useRoute(previewPlaceMove, { id, parent: chosen ?? 0 }, { enabled: chosen !== null });
  if (!place) return null;
  const { title, version } = place;
  const present = String(saved.parent);
  const places = placesFor(root, path).filter(({ value }) => value !== present);
  const isPossible = effects.data?.obstacles.length === 0;

  return (
    <FormDialog
      title={t`Move ${title}`}
      onClose={onClose}
      initial={{ parent: chosen }}
      onChange={({ parent }) => setChosen(parent)}
      fields={[
        {
          name: "parent",
          label: t`New place`,
          kind: "choice",
          options: places.map(({ value, label }) => ({ value: Number(value), label })),
          placeholder: t`Choose a place`,
          searchable: true,
          "data-autofocus": true,
        },
        chosen !== null && effects.isPending && <Skeleton key="loading" height={120} />,
        effects.data !== undefined && (
          <Effects key="effects" move={effects.data} hasNewFloor={place.type === "zone"} />
        ),
      ]}
      action={t`Move`}
      isDisabled={() => !isPossible}
      submit={({ parent }) => move.mutateAsync({ id, version, parent: parent ?? 0 })}
      renderFailure={(error) => (
        <RefusedChange
          root={root}
          path={path}
          opened={opened}
          error={error ?? effects.error}
          advice={t`Check what moves along, then move it again.`}
        />
      )}
      done={t`${title} is moved.`}
    />
  );
}

/** What a move means, in words. */
function Effects({ move, hasNewFloor }: { move: PlaceMove; hasNewFloor: boolean }) {
  const { t } = useLingui();
  const { obstacles, devices, alarms, bookings, waiting, schedules, limits, onPlan, fed, building } = move;
  const fedNames = fed.join(", ");
  const titles = schedules.join(", ");
  const people = bookings + waiting;
  const lines = [
    devices > 0 && plural(devices, { one: "# device moves with it", other: "# devices move with it" }),
    alarms > 0 &&
      plural(alarms, { one: "# active alarm moves with it", other: "# active alarms move with it" }),
    people > 0 &&
      plural(people, {
        one: "# booking or waitlist entry keeps its seat or room",
        other: "# bookings and waitlist entries keep their seats and rooms",
      }),
    bookings > 0 && hasNewFloor && t`The people get an e-mail with the new floor`,
    titles !== "" && t`Schedules that move with it: ${titles}`,
    building !== null && t`The default schedule and the holidays of ${building} apply`,
    limits.length > 0 &&
      plural(limits.length, {
        one: "# alarm limit is different there",
        other: "# alarm limits are different there",
      }),
    onPlan > 0 &&
      plural(onPlan, {
        one: "# outline or position is not on the new floor plan: draw it there",
        other: "# outlines and positions are not on the new floor plan: draw them there",
      }),
    fedNames !== "" && t`Air supply between the floors stays: ${fedNames}`,
    !move.isActive && t`The new place is deactivated: commands and bookings are refused there`,
    t`Its past alarms and energy are shown at the new place`,
  ].filter((line) => line !== false);
  return (
    <section aria-live="polite">
      {obstacles.length > 0 ? (
        <MoveObstacles obstacles={obstacles} />
      ) : (
        <List size="sm" spacing={4}>
          {lines.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      )}
    </section>
  );
}
