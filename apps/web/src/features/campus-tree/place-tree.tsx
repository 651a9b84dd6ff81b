import { Text, VisuallyHidden } from "@mantine/core";
import {
  IconArmchair,
  IconBuilding,
  IconBuildingCommunity,
  IconCpu,
  IconDoor,
  IconLayoutGrid,
  IconParking,
  IconSquare,
  IconStack2,
} from "@tabler/icons-react";

import { StateIcon } from "#shared/ui/feedback/state.tsx";
import { Tree } from "#shared/ui/tree.tsx";

import type { TreeItem } from "./tree-items.ts";
import { useItemTexts } from "./use-item-texts.ts";

const icons = {
  campus: IconBuildingCommunity,
  building: IconBuilding,
  floor: IconStack2,
  zone: IconLayoutGrid,
  area: IconSquare,
  seat: IconArmchair,
  room: IconDoor,
  device: IconCpu,
};

interface Props {
  label: string;
  root: TreeItem;
  selectedKey: string;
  /** Items that are open until they are closed, as well as those that the server names. */
  revealed: ReadonlySet<string>;
  onSelect: (key: string) => void;
}

/** The tree of places and devices, each with its state and its faults. */
export function PlaceTree({ revealed, ...tree }: Props) {
  return (
    <Tree
      {...tree}
      keyOf={({ key }) => key}
      isOpenAtFirst={({ key, place }) => revealed.has(key) || (place?.expanded ?? false)}
      renderRow={(item) => <Item item={item} />}
    />
  );
}

function Item({ item }: { item: TreeItem }) {
  const texts = useItemTexts();
  const Icon = item.place?.floor_type === "parking" ? IconParking : icons[item.type];
  const note = texts.note(item);
  return (
    <>
      <Icon size={18} stroke={1.6} color="var(--mantine-color-dimmed)" aria-hidden />
      {/* The word "Deactivated" is in the row as well. */}
      <Text span inherit truncate {...(!item.isInUse && { c: "dimmed", td: "line-through" })}>
        {item.title}
      </Text>
      {item.state && <StateIcon state={item.state} isColored />}
      {note !== "" && (
        <Text span truncate fz={12.5} flex="1000 1 0">
          {note}
        </Text>
      )}
      <VisuallyHidden>{` ${texts.stateText(item)}`}</VisuallyHidden>
    </>
  );
}
