import { useElementSize, useMergedRef } from "@mantine/hooks";
import { IconChevronRight } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";

import { useIsPhone } from "./use-is-narrow.ts";

import classes from "./tree.module.css";

/** Height of a row, px; on a phone that of a target. */
const ROW_PX = { wide: 36, phone: 44 };
/** Height of the list before it is measured, px. */
const HEIGHT_PX = 720;
/** Rows above and below the shown ones. */
const SPARE_ROWS = 6;
/** Of PageUp and PageDown. */
const PAGE_ROWS = 10;

interface TreeNode<Node> {
  readonly children: readonly Node[];
}

/** A row of the list that a tree is shown as. */
interface TreeRow<Node> {
  readonly node: Node;
  readonly key: string;
  /** 1 for the root. */
  readonly level: number;
  /** 1 for the first of its siblings. */
  readonly position: number;
  readonly siblings: number;
  readonly parentKey: string | undefined;
  readonly isOpen: boolean;
}

interface Props<Node extends TreeNode<Node>> {
  label: string;
  root: Node;
  /** Unique in the tree. */
  keyOf: (node: Node) => string;
  selectedKey: string;
  /** Whether a node is open that the user has neither opened nor closed. */
  isOpenAtFirst: (node: Node) => boolean;
  /** The content of a row, from left to right. */
  renderRow: (node: Node) => ReactNode;
  onSelect: (key: string) => void;
}

/**
 * A tree of which only the rows in sight are in the page, so that thousands of devices cost nothing. Keys: as the ARIA practices for a
 * tree view. The tree of the kit has neither `aria-level` and `aria-expanded` nor the keys Home, End and Enter.
 */
export function Tree<Node extends TreeNode<Node>>({
  label,
  root,
  keyOf,
  selectedKey,
  isOpenAtFirst,
  renderRow,
  onSelect,
}: Props<Node>) {
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [scrollTop, setScrollTop] = useState(0);
  const frame = useRef<HTMLDivElement>(null);
  /** A key moved the selection, and the focus follows. */
  const moved = useRef(false);
  const { ref: measured, height } = useElementSize<HTMLDivElement>();
  const mergedRef = useMergedRef(frame, measured);
  const rows = rowsOf(root, keyOf, (node) => opened.get(keyOf(node)) ?? isOpenAtFirst(node));
  const activeAt = Math.max(
    0,
    rows.findIndex(({ key }) => key === selectedKey),
  );
  const isPhone = useIsPhone();
  const rowPx = isPhone ? ROW_PX.phone : ROW_PX.wide;
  const first = Math.floor(scrollTop / rowPx) - SPARE_ROWS;
  const last = Math.ceil((scrollTop + (height || HEIGHT_PX)) / rowPx) + SPARE_ROWS;

  function toggle({ key, isOpen }: TreeRow<Node>): void {
    setOpened(new Map(opened).set(key, !isOpen));
  }

  function go(at: number): void {
    const row = rows[Math.min(Math.max(at, 0), rows.length - 1)];
    if (!row) return;
    moved.current = true;
    onSelect(row.key);
  }

  // The row may come into the page only with the selection, which the address may hold.
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
    const hasChildren = row.node.children.length > 0;
    const keys: Record<string, () => void> = {
      ArrowDown: () => go(activeAt + 1),
      ArrowUp: () => go(activeAt - 1),
      PageDown: () => go(activeAt + PAGE_ROWS),
      PageUp: () => go(activeAt - PAGE_ROWS),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      ArrowRight: () => hasChildren && (row.isOpen ? go(activeAt + 1) : toggle(row)),
      ArrowLeft: () => (row.isOpen ? toggle(row) : go(rows.findIndex(({ key }) => key === row.parentKey))),
      Enter: () => hasChildren && toggle(row),
      " ": () => hasChildren && toggle(row),
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
      <div role="tree" aria-label={label} className={classes["tree"]} style={{ height: rows.length * rowPx }}>
        {rows.map((row, at) => {
          const isActive = at === activeAt;
          // The row that has the focus stays, wherever one scrolls.
          if (!isActive && (at < first || at > last)) return null;
          const { node, key, level, position, siblings, isOpen } = row;
          const hasChildren = node.children.length > 0;
          return (
            <div
              key={key}
              role="treeitem"
              id={`tree-${key}`}
              aria-level={level}
              aria-posinset={position}
              aria-setsize={siblings}
              aria-selected={isActive}
              {...(hasChildren && { "aria-expanded": isOpen })}
              tabIndex={isActive ? 0 : -1}
              className={classes["row"]}
              style={{
                top: at * rowPx,
                height: rowPx,
                paddingInlineStart: `calc(${level - 1} * var(--indent))`,
              }}
              onKeyDown={press}
              onClick={() => {
                onSelect(key);
                if (hasChildren && (isActive || !isOpen)) toggle(row);
              }}
            >
              <IconChevronRight size={16} aria-hidden data-hidden={!hasChildren} />
              {renderRow(node)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** The rows of a tree whose nodes are open or closed. */
function rowsOf<Node extends TreeNode<Node>>(
  root: Node,
  keyOf: (node: Node) => string,
  isOpen: (node: Node) => boolean,
): TreeRow<Node>[] {
  const rows: TreeRow<Node>[] = [];
  const add = (node: Node, row: Omit<TreeRow<Node>, "node" | "key" | "isOpen">) => {
    const key = keyOf(node);
    const isShown = node.children.length > 0 && isOpen(node);
    rows.push({ node, key, ...row, isOpen: isShown });
    if (!isShown) return;
    const siblings = node.children.length;
    for (const [at, child] of node.children.entries())
      add(child, { level: row.level + 1, position: at + 1, siblings, parentKey: key });
  };
  add(root, { level: 1, position: 1, siblings: 1, parentKey: undefined });
  return rows;
}
