import { useLingui } from "@lingui/react/macro";
import { type CampusTreeNode, childTypes, addTreeItem } from "@verandah/contract/campuses/campus-tree.ts";
import type { SentOf } from "@verandah/contract/route.ts";

import { useChange } from "#data/query/use-change.ts";
import { FormDialog } from "#shared/ui/form/form.tsx";

import { useItemTexts } from "./use-item-texts.ts";
import { useRoomFields } from "./use-room-fields.ts";

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
  const roomFields = useRoomFields();
  const types: readonly AddedType[] = childTypes[place.type];
  const placeName = place.title;
  const facilities: string[] = [];

  return (
    <FormDialog
      title={t`Add to ${placeName}`}
      onClose={onClose}
      initial={{ type: types[0], title: "", isParking: false, seats: 4, facilities }}
      action={t`Add`}
      submit={({ type, title, isParking, ...room }) => {
        if (!type) return undefined;
        const call = add.mutateAsync({
          parent: place.id,
          type,
          title,
          ...(type === "floor" && { floor_type: isParking ? "parking" : "wlms" }),
          ...(type === "room" && room),
        });
        return call.then(({ id }) => `${type}-${id}`);
      }}
      done={({ title }) => t`${title} is added.`}
      onDone={onAdded}
    >
      {({ values: { type } }) => [
        {
          name: "type",
          label: t`Type`,
          kind: "choice",
          options: types.map((value) => ({ value, label: typeNames[value] })),
        },
        { name: "title", label: t`Name`, maxLength: TITLE_MAX, isRequired: true, "data-autofocus": true },
        type === "floor" && { name: "isParking", label: t`Parking deck`, kind: "switch" },
        ...(type === "room" ? roomFields : []),
      ]}
    </FormDialog>
  );
}
