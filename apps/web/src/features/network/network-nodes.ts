import type { NetworkNode } from "@verandah/contract/devices/network.ts";

/** A node with those above it, from the root; undefined when the tree does not have it. */
export function findNode(root: NetworkNode, id: string): NetworkNode[] | undefined {
  if (root.id === id) return [root];
  for (const child of root.children) {
    const path = findNode(child, id);
    if (path) return [root, ...path];
  }
  return undefined;
}

interface Sought {
  text: string;
  hasProblemsOnly: boolean;
  nameOf: (node: NetworkNode) => string;
}

/** The parts of a tree that match, with those above them; undefined without one. */
export function sought(node: NetworkNode, search: Sought): NetworkNode | undefined {
  const children = node.children.flatMap((child) => sought(child, search) ?? []);
  if (children.length > 0) return { ...node, children };
  const text = search.text.trim().toLowerCase();
  const names = [search.nameOf(node), node.ssid ?? ""];
  const hasText = text === "" || names.some((name) => name.toLowerCase().includes(text));
  const hasState = !search.hasProblemsOnly || (node.state !== "online" && node.kind !== "server");
  // A group that matches by its name is shown with all that is in it.
  return hasText && hasState ? { ...node, children: search.hasProblemsOnly ? [] : node.children } : undefined;
}

/** The same tree when its data is too old to say anything of the present. */
export function outdated(node: NetworkNode): NetworkNode {
  return {
    ...node,
    state: "unknown",
    counts: { ...node.counts, offline: 0, unknown: node.counts.devices },
    children: node.children.map(outdated),
  };
}
