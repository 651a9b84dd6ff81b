import { VisuallyHidden } from "@mantine/core";
import { useElementSize, useMergedRef } from "@mantine/hooks";
import {
  IconArmchair,
  IconBuilding,
  IconBuildingCommunity,
  IconChevronRight,
  IconCpu,
  IconDoor,
  IconLayoutGrid,
  IconParking,
  IconSquare,
  IconStack2,
} from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";

import { StateIcon } from "#shared/ui/feedback/state.tsx";

import { rowsOf, type TreeItem, type TreeRow } from "./tree-items.ts";
import { useItemTexts } from "./use-item-texts.ts";

import classes from "./campus-tree.module.css";

/** Height of a row, px; the same as in the style sheet. */
const ROW_PX = 36;
/** Height of the list before it is measured, px. */
const HEIGHT_PX = 720;
/** Rows above and below the shown ones. */
const SPARE_ROWS = 6;
/** Of PageUp and PageDown. */
const PAGE_ROWS = 10;

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

/**
 * A tree of which only the rows in sight are in the page, so that thousands of devices cost nothing. Keys: as the ARIA practices for a
 * tree view.
 */
export function PlaceTree({ label, root, selectedKey, revealed, onSelect }: Props) {
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [scrollTop, setScrollTop] = useState(0);
  const frame = useRef<HTMLDivElement>(null);
  /** A key moved the selection, and the focus follows. */
  const moved = useRef(false);
  const { ref: measured, height } = useElementSize<HTMLDivElement>();
  const mergedRef = useMergedRef(frame, measured);
  const isOpen = ({ key, place }: TreeItem) =>
    opened.get(key) ?? (revealed.has(key) || (place?.expanded ?? false));
  const rows = rowsOf(root, isOpen);
  const activeAt = Math.max(
    0,
    rows.findIndex(({ item }) => item.key === selectedKey),
  );
  const first = Math.floor(scrollTop / ROW_PX) - SPARE_ROWS;
  const last = Math.ceil((scrollTop + (height || HEIGHT_PX)) / ROW_PX) + SPARE_ROWS;

  function toggle(item: TreeItem): void {
    setOpened(new Map(opened).set(item.key, !isOpen(item)));
  }

  function go(at: number): void {
    const row = rows[Math.min(Math.max(at, 0), rows.length - 1)];
    if (!row) return;
    moved.current = true;
    onSelect(row.item.key);
  }

  // The row may come into the page only with the selection, which the address holds.
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    const element = document.getElementById(`tree-${selectedKey}`);
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: "nearest" });
  }, [selectedKey]);

  function press(event: KeyboardEvent): void {
    const row = rows[activeAt];
    if (!row || event.altKey || event.ctrlKey || event.metaKey) return;
    const { item, parentKey } = row;
    const hasChildren = item.children.length > 0;
    const keys: Record<string, () => void> = {
      ArrowDown: () => go(activeAt + 1),
      ArrowUp: () => go(activeAt - 1),
      PageDown: () => go(activeAt + PAGE_ROWS),
      PageUp: () => go(activeAt - PAGE_ROWS),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      ArrowRight: () => hasChildren && (row.isOpen ? go(activeAt + 1) : toggle(item)),
      ArrowLeft: () => (row.isOpen ? toggle(item) : go(rows.findIndex((one) => one.item.key === parentKey))),
      Enter: () => hasChildren && toggle(item),
      " ": () => hasChildren && toggle(item),
    };
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  return (
    <div
      ref={mergedRef}
      className={classes["frame"]}
      onScroll={({ currentTarget }) => setScrollTop(currentTarget.scrollTop)}
    >
      <div
        role="tree"
        aria-label={label}
        className={classes["tree"]}
        style={{ height: rows.length * ROW_PX }}
      >
        {rows.map((row, at) =>
          // The row that has the focus stays, wherever one scrolls.
          at === activeAt || (at >= first && at <= last) ? (
            <Row
              key={row.item.key}
              row={row}
              at={at}
              isActive={at === activeAt}
              onKey={press}
              onPress={() => {
                onSelect(row.item.key);
                if (row.item.children.length > 0 && (at === activeAt || !row.isOpen)) toggle(row.item);
              }}
            />
          ) : null,
        )}
      </div>
    </div>
  );
}

interface RowProps {
  row: TreeRow;
  at: number;
  isActive: boolean;
  onKey: (event: KeyboardEvent) => void;
  onPress: () => void;
}

function Row({ row, at, isActive, onKey, onPress }: RowProps) {
  const { item, level, position, siblings, isOpen } = row;
  const texts = useItemTexts();
  const hasChildren = item.children.length > 0;
  const Icon = item.place?.floor_type === "parking" ? IconParking : icons[item.type];
  const stateText = texts.stateText(item);
  const note = texts.note(item);
  return (
    <div
      role="treeitem"
      id={`tree-${item.key}`}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-selected={isActive}
      {...(hasChildren && { "aria-expanded": isOpen })}
      tabIndex={isActive ? 0 : -1}
      className={classes["row"]}
      data-in-use={item.isInUse}
      style={{ top: at * ROW_PX, paddingInlineStart: `calc(${level - 1} * var(--indent))` }}
      onKeyDown={onKey}
      onClick={onPress}
    >
      <IconChevronRight
        size={16}
        aria-hidden
        className={classes["chevron"]}
        data-open={isOpen}
        data-hidden={!hasChildren}
      />
      <Icon size={18} stroke={1.6} aria-hidden className={classes["type"]} />
      <span className={classes["title"]}>{item.title}</span>
      {item.state && <StateIcon state={item.state} isColored />}
      {note !== "" && <span className={classes["note"]}>{note}</span>}
      <VisuallyHidden>{` ${stateText}`}</VisuallyHidden>
    </div>
  );
}
