import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { List, Select, Skeleton } from "@mantine/core";
import { type PlaceMove, movePlace, previewPlaceMove } from "@verandah/contract/campuses/place-moves.ts";
import { useState } from "react";

import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { DialogForm } from "#shared/ui/dialogs/dialog-form.tsx";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { showToast } from "#shared/ui/feedback/toast.ts";

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
  const [chosen, setChosen] = useState<string | null>(null);
  const place = path.at(-1)?.place;
  const id = place?.id ?? 0;
  const effects = useRoute(previewPlaceMove, { id, parent: Number(chosen) }, { enabled: chosen !== null });
  if (!place) return null;
  const { title, version } = place;
  const present = String(saved.parent);
  const places = placesFor(root, path).filter(({ value }) => value !== present);
  const isPossible = effects.data?.obstacles.length === 0;

  function submit() {
    if (!isPossible) return;
    move.mutate(
      { id, version, parent: Number(chosen) },
      {
        onSuccess: () => {
          showToast({ kind: "success", text: t`${title} is moved.` });
          onClose();
        },
      },
    );
  }

  return (
    <Dialog onClose={onClose} closeOnClickOutside={false} title={t`Move ${title}`}>
      <DialogForm
        action={t`Move`}
        isPending={move.isPending}
        isDisabled={!isPossible}
        onSubmit={submit}
        onCancel={onClose}
      >
        <RefusedChange
          root={root}
          path={path}
          opened={opened}
          error={move.error ?? effects.error}
          advice={t`Check what moves along, then move it again.`}
        />
        <Select
          label={t`New place`}
          placeholder={t`Choose a place`}
          data={places}
          searchable
          data-autofocus
          value={chosen}
          onChange={(value) => {
            setChosen(value);
            move.reset();
          }}
        />
        {chosen !== null && effects.isPending && <Skeleton height={120} />}
        {effects.data && <Effects move={effects.data} hasNewFloor={place.type === "zone"} />}
      </DialogForm>
    </Dialog>
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
