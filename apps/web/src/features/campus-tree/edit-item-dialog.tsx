import { useLingui } from "@lingui/react/macro";
import { Select, Switch, TextInput } from "@mantine/core";
import { type TreeItemKind, editTreeItem } from "@verandah/contract/campuses/campus-tree.ts";
import { moveObstacle } from "@verandah/contract/campuses/place-moves.ts";
import { useState } from "react";

import { useChange } from "#data/query/use-change.ts";
import { isRefusal } from "#shared/call.ts";
import { refusedFieldText } from "#shared/texts/field-text.ts";
import { DialogForm } from "#shared/ui/dialogs/dialog-form.tsx";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { showToast } from "#shared/ui/feedback/toast.ts";

import { MoveObstacles } from "./move-obstacles.tsx";
import { RefusedChange } from "./refused-change.tsx";
import { RoomFields } from "./room-fields.tsx";
import { type ItemValues, placesFor, type TreeItem, valuesOf } from "./tree-items.ts";

const TITLE_MAX = 120;

function kindOf({ type }: TreeItem): TreeItemKind {
  if (type === "device") return "device";
  return type === "seat" || type === "room" ? "space" : "place";
}

/** The fields that the user touched. Any other keeps the value of another administrator. */
const touched = (draft: ItemValues, opened: ItemValues) => ({
  ...(draft.title !== opened.title && { title: draft.title }),
  ...(draft.activated !== opened.activated && { activated: draft.activated }),
  ...(draft.parent !== opened.parent && { parent: draft.parent }),
  ...(draft.room?.seats !== opened.room?.seats && { seats: Number(draft.room?.seats) }),
  ...(draft.room?.facilities !== opened.room?.facilities && {
    facilities: [...(draft.room?.facilities ?? [])],
  }),
});

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
  const saved = valuesOf(path);
  const [opened] = useState(saved);
  const [draft, setDraft] = useState(saved);
  const item = path.at(-1);
  const entry = item?.place ?? item?.device;
  if (!item || !entry) return null;
  const { id, version } = entry;
  const kind = kindOf(item);
  const places = placesFor(root, path);
  const { title } = saved;
  const { room } = draft;
  const obstacles = moveObstacle.options.flatMap((one) => {
    const names = isRefusal(edit.error, "place-cannot-move") && refusedFieldText(edit.error, one);
    return names ? [{ kind: one, names: [names] }] : [];
  });
  const isEmpty = draft.title.trim() === "";

  function submit() {
    if (isEmpty || room?.seats === "") return;
    edit.mutate(
      { kind, id, version, ...touched(draft, opened) },
      {
        onSuccess: () => {
          showToast({ kind: "success", text: t`${title} is saved.` });
          onClose();
        },
      },
    );
  }

  return (
    <Dialog onClose={onClose} closeOnClickOutside={false} title={t`Edit ${title}`}>
      <DialogForm isPending={edit.isPending} onSubmit={submit} onCancel={onClose}>
        <RefusedChange
          root={root}
          path={path}
          opened={opened}
          error={edit.error}
          isMarked={isRefusal(edit.error, "input-invalid") || obstacles.length > 0}
          advice={t`Save again to add your change.`}
        />
        {obstacles.length > 0 && <MoveObstacles obstacles={obstacles} />}
        <TextInput
          label={t`Name`}
          maxLength={TITLE_MAX}
          data-autofocus
          value={draft.title}
          error={isEmpty ? t`field cannot be empty` : refusedFieldText(edit.error, "title")}
          onChange={({ currentTarget }) => setDraft({ ...draft, title: currentTarget.value })}
        />
        {kind !== "place" && (
          <Select
            label={t`Place`}
            data={places}
            searchable
            allowDeselect={false}
            value={draft.parent === undefined ? null : String(draft.parent)}
            error={refusedFieldText(edit.error, "parent")}
            onChange={(value) => value !== null && setDraft({ ...draft, parent: Number(value) })}
          />
        )}
        {room && (
          <RoomFields
            value={room}
            error={edit.error}
            onChange={(facts) => setDraft({ ...draft, room: facts })}
          />
        )}
        <Switch
          label={t`Activated`}
          description={t`Commands and bookings are refused while it is deactivated. Readings and alarms go on.`}
          checked={draft.activated}
          onChange={({ currentTarget }) => setDraft({ ...draft, activated: currentTarget.checked })}
        />
      </DialogForm>
    </Dialog>
  );
}
