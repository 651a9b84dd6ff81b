import { useLingui } from "@lingui/react/macro";
import { type TreeItemKind, editTreeItem } from "@verandah/contract/campuses/campus-tree.ts";
import { moveObstacle } from "@verandah/contract/campuses/place-moves.ts";
import { useState } from "react";

import { useChange } from "#data/query/use-change.ts";
import { isRefusal } from "#shared/call.ts";
import { refusedFieldText } from "#shared/texts/field-text.ts";
import { changedFields, FormDialog } from "#shared/ui/form/form.tsx";

import { MoveObstacles } from "./move-obstacles.tsx";
import { RefusedChange } from "./refused-change.tsx";
import { placesFor, type TreeItem, valuesOf } from "./tree-items.ts";
import { useRoomFields } from "./use-room-fields.ts";

const TITLE_MAX = 120;

function kindOf({ type }: TreeItem): TreeItemKind {
  if (type === "device") return "device";
  return type === "seat" || type === "room" ? "space" : "place";
}

interface Props {
  root: TreeItem;
  /** To the item, which is the last. */
  path: readonly TreeItem[];
  onClose: () => void;
}

/** Renames, moves, deactivates or activates an item, and changes the facts of a room. What another administrator has changed since it opened is shown, and kept. */
export function EditItemDialog({ root, path, onClose }: Props) {
  const { t } = useLingui();
  const edit = useChange(editTreeItem);
  const roomFields = useRoomFields();
  const saved = valuesOf(path);
  const [opened] = useState(saved);
  const item = path.at(-1);
  const entry = item?.place ?? item?.device;
  if (!item || !entry) return null;
  const { id, version } = entry;
  const kind = kindOf(item);
  const places = placesFor(root, path);
  const { title } = saved;

  function renderFailure(error: unknown) {
    const obstacles = moveObstacle.options.flatMap((one) => {
      const names = isRefusal(error, "place-cannot-move") && refusedFieldText(error, one);
      return names ? [{ kind: one, names: [names] }] : [];
    });
    if (obstacles.length > 0) return <MoveObstacles obstacles={obstacles} />;
    const advice = t`Save again to add your change.`;
    return <RefusedChange root={root} path={path} opened={opened} error={error} advice={advice} />;
  }

  return (
    <FormDialog
      title={t`Edit ${title}`}
      onClose={onClose}
      initial={opened}
      fields={[
        { name: "title", label: t`Name`, maxLength: TITLE_MAX, isRequired: true, "data-autofocus": true },
        kind !== "place" && {
          name: "parent",
          label: t`Place`,
          kind: "choice",
          options: places.map(({ value, label }) => ({ value: Number(value), label })),
          searchable: true,
        },
        ...(opened.seats === undefined ? [] : roomFields),
        {
          name: "activated",
          label: t`Activated`,
          kind: "switch",
          description: t`Commands and bookings are refused while it is deactivated. Readings and alarms go on.`,
        },
      ]}
      submit={(values) => edit.mutateAsync({ kind, id, version, ...changedFields(values, opened) })}
      renderFailure={renderFailure}
      done={t`${title} is saved.`}
    />
  );
}
