import { VisuallyHidden } from "@mantine/core";
import type { NetworkNode } from "@verandah/contract/devices/network.ts";
import { type KeyboardEvent, useState } from "react";

import { numberText } from "#shared/format/number.ts";

import { useNetworkTexts } from "./use-network-texts.ts";

import classes from "./network.module.css";

interface Props {
  root: NetworkNode;
  /** Everything is open, as in a search. */
  isOpen: boolean;
  selectedId: string;
  onSelect: (id: string) => void;
}

/** The rows that are shown, from above. */
function shownOf(node: NetworkNode, isOpen: (id: string) => boolean): NetworkNode[] {
  return [node, ...(isOpen(node.id) ? node.children.flatMap((child) => shownOf(child, isOpen)) : [])];
}

const parentOf = (node: NetworkNode, id: string): NetworkNode | undefined =>
  node.children.some((child) => child.id === id)
    ? node
    : node.children.map((child) => parentOf(child, id)).find((found) => found !== undefined);

/** A tree from left to right, on a narrow screen from above. Keys: as the ARIA practices for a tree view. */
export function NetworkTree({ root, isOpen: isAllOpen, selectedId, onSelect }: Props) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set([root.id]));
  const isOpen = (id: string) => isAllOpen || opened.has(id);
  const rows = shownOf(root, isOpen);
  const focusId = rows.some(({ id }) => id === selectedId) ? selectedId : root.id;

  function toggle(id: string): void {
    const changed = new Set(opened);
    if (!changed.delete(id)) changed.add(id);
    setOpened(changed);
  }

  function go(node: NetworkNode | undefined): void {
    if (!node) return;
    onSelect(node.id);
    document.getElementById(`node-${node.id}`)?.focus();
  }

  function press(event: KeyboardEvent): void {
    const at = rows.findIndex(({ id }) => id === focusId);
    const node = rows[at];
    if (!node) return;
    const hasChildren = node.children.length > 0;
    const keys: Record<string, () => void> = {
      ArrowDown: () => go(rows[at + 1]),
      ArrowUp: () => go(rows[at - 1]),
      Home: () => go(rows[0]),
      End: () => go(rows.at(-1)),
      ArrowRight: () => (hasChildren && !isOpen(node.id) ? toggle(node.id) : go(node.children[0])),
      ArrowLeft: () =>
        hasChildren && isOpen(node.id) && !isAllOpen ? toggle(node.id) : go(parentOf(root, node.id)),
      Enter: () => toggle(node.id),
      " ": () => toggle(node.id),
    };
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  return (
    <ul role="tree" onKeyDown={press}>
      <Branch
        node={root}
        level={1}
        focusId={focusId}
        isOpen={isOpen}
        onPress={(node) => {
          onSelect(node.id);
          if (node.children.length > 0 && (node.id === focusId || !isOpen(node.id))) toggle(node.id);
        }}
      />
    </ul>
  );
}

interface BranchProps {
  node: NetworkNode;
  level: number;
  focusId: string;
  isOpen: (id: string) => boolean;
  onPress: (node: NetworkNode) => void;
}

function Branch({ node, level, focusId, isOpen, onPress }: BranchProps) {
  const texts = useNetworkTexts();
  const hasChildren = node.children.length > 0;
  const isExpanded = hasChildren && isOpen(node.id);
  const name = texts.nameOf(node);
  const size = node.kind === "device" ? undefined : node.counts.devices;
  const notes = node.kind === "device" ? [] : texts.problems(node.counts);
  return (
    <li role="none" className={classes["item"]}>
      {/* The keys of the tree do the same. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events */}
      <div
        role="treeitem"
        id={`node-${node.id}`}
        aria-level={level}
        aria-selected={node.id === focusId}
        {...(hasChildren && { "aria-expanded": isExpanded })}
        {...(isExpanded && { "aria-owns": `below-${node.id}` })}
        tabIndex={node.id === focusId ? 0 : -1}
        className={classes["node"]}
        data-state={node.state}
        data-selected={node.id === focusId || undefined}
        onClick={() => onPress(node)}
      >
        <span className={classes["mark"]} aria-hidden />
        <span className={classes["name"]}>
          {name}
          <VisuallyHidden> {texts.stateText(node.state)}</VisuallyHidden>
        </span>
        {size !== undefined && <span className={classes["size"]}> {numberText(size)}</span>}
        {notes.length > 0 && <span className={classes["notes"]}> {notes.join(", ")}</span>}
        {hasChildren && <span aria-hidden>{isExpanded ? "−" : "+"}</span>}
      </div>
      {isExpanded && (
        <ul role="group" id={`below-${node.id}`}>
          {node.children.map((child) => (
            <Branch
              key={child.id}
              node={child}
              level={level + 1}
              focusId={focusId}
              isOpen={isOpen}
              onPress={onPress}
            />
          ))}
        </ul>
      )}
    </li>
  );
}
