import { useLingui } from "@lingui/react/macro";
import { Box, Text, VisuallyHidden } from "@mantine/core";
import type { NetworkNode } from "@verandah/contract/devices/network.ts";
import { useState } from "react";

import { numberText } from "#shared/format/number.ts";
import { Tree } from "#shared/ui/tree.tsx";

import { useNetworkTexts } from "./use-network-texts.ts";

interface Props {
  root: NetworkNode;
  /** Everything is open at first, as in a search. */
  isOpen: boolean;
  /** The selected node with those above it, from the root. */
  path: readonly NetworkNode[];
  onSelect: (id: string) => void;
}

/** The server, its gateways and the devices behind each, with the state of every connection. */
export function NetworkTree({ root, isOpen, path, onSelect }: Props) {
  const { t } = useLingui();
  const [revealed] = useState(new Set([root, ...path.slice(0, -1)].map(({ id }) => id)));
  return (
    <Tree
      label={t`Network`}
      root={root}
      keyOf={({ id }) => id}
      selectedKey={path.at(-1)?.id ?? root.id}
      isOpenAtFirst={({ id }) => isOpen || revealed.has(id)}
      renderRow={(node) => <Node node={node} />}
      onSelect={onSelect}
    />
  );
}

const inks = {
  online: "var(--mantine-color-dimmed)",
  offline: "var(--text-critical)",
  unknown: "var(--mantine-color-dimmed)",
};

function Node({ node }: { node: NetworkNode }) {
  const texts = useNetworkTexts();
  const { state, kind, counts } = node;
  const notes = kind === "device" ? [] : texts.problems(counts);
  return (
    <>
      {/* A disc, a square and a ring: the state is seen without colour too. */}
      <Box
        component="span"
        flex="none"
        w={11}
        h={11}
        bd={`2px solid ${inks[state]}`}
        bg={state === "unknown" ? "transparent" : inks[state]}
        style={{ borderRadius: state === "offline" ? 1 : "50%" }}
        data-state={state}
        aria-hidden
      />
      <Text span inherit truncate>
        {texts.nameOf(node)}
        <VisuallyHidden> {texts.stateText(state)}</VisuallyHidden>
      </Text>
      {kind !== "device" && (
        <Text span inherit c="dimmed">
          {" "}
          {numberText(counts.devices)}
        </Text>
      )}
      {notes.length > 0 && (
        <Text span truncate fz={12.5}>
          {" "}
          {notes.join(", ")}
        </Text>
      )}
    </>
  );
}
