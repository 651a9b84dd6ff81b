import { Trans, useLingui } from "@lingui/react/macro";
import { Select, Switch, TextInput } from "@mantine/core";
import { type CampusTreeNode, childTypes, addTreeItem } from "@verandah/contract/campuses/campus-tree.ts";
import type { SentOf } from "@verandah/contract/route.ts";
import { useState } from "react";

import { useChange } from "#data/query/use-change.ts";
import { isRefusal } from "#shared/call.ts";
import { refusedFieldText } from "#shared/texts/field-text.ts";
import { DialogForm } from "#shared/ui/dialogs/dialog-form.tsx";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { showToast } from "#shared/ui/feedback/toast.ts";

import { RoomFields } from "./room-fields.tsx";
import type { RoomFacts } from "./tree-items.ts";
import { useItemTexts } from "./use-item-texts.ts";

const TITLE_MAX = 120;

type AddedType = SentOf<typeof addTreeItem>["type"];

interface Props {
  place: CampusTreeNode;
  onAdded: (key: string) => void;
  onClose: () => void;
}

/** Adds a place, seat or room below a place. */
export function AddItemDialog({ place, onAdded, onClose }: Props) {
  const { t } = useLingui();
  const add = useChange(addTreeItem);
  const { typeNames } = useItemTexts();
  const types: readonly AddedType[] = childTypes[place.type];
  const [type, setType] = useState(types[0]);
  const [title, setTitle] = useState("");
  const [isParking, setIsParking] = useState(false);
  const [room, setRoom] = useState<RoomFacts>({ seats: 4, facilities: [] });
  const [isChecked, setIsChecked] = useState(false);
  const isEmpty = title.trim() === "";
  const placeName = place.title;
  const isMarked = isRefusal(add.error, "input-invalid") && !refusedFieldText(add.error, "parent");

  function submit() {
    setIsChecked(true);
    if (isEmpty || !type || (type === "room" && room.seats === "")) return;
    add.mutate(
      {
        parent: place.id,
        type,
        title,
        ...(type === "floor" && { floor_type: isParking ? "parking" : "wlms" }),
        ...(type === "room" && { seats: Number(room.seats), facilities: [...room.facilities] }),
      },
      {
        onSuccess: ({ id }) => {
          showToast({ kind: "success", text: t`${title} is added.` });
          onAdded(`${type}-${id}`);
          onClose();
        },
      },
    );
  }

  return (
    <Dialog onClose={onClose} closeOnClickOutside={false} title={t`Add to ${placeName}`}>
      <DialogForm action={<Trans>Add</Trans>} isPending={add.isPending} onSubmit={submit} onCancel={onClose}>
        <ErrorBanner error={!isMarked && add.error} />
        <Select
          label={t`Type`}
          data={types.map((value) => ({ value, label: typeNames[value] }))}
          allowDeselect={false}
          value={type ?? null}
          onChange={(value) => setType(types.find((one) => one === value))}
        />
        <TextInput
          label={t`Name`}
          maxLength={TITLE_MAX}
          data-autofocus
          value={title}
          error={isChecked && isEmpty ? t`field cannot be empty` : refusedFieldText(add.error, "title")}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
        {type === "floor" && (
          <Switch
            label={t`Parking deck`}
            checked={isParking}
            onChange={({ currentTarget }) => setIsParking(currentTarget.checked)}
          />
        )}
        {type === "room" && <RoomFields value={room} error={add.error} onChange={setRoom} />}
      </DialogForm>
    </Dialog>
  );
}
