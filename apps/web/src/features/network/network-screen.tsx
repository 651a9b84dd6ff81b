import { useLingui } from "@lingui/react/macro";
import { Card, Checkbox, Group, Stack, Text, TextInput } from "@mantine/core";
import { type NetworkNode, getNetworkStatus } from "@verandah/contract/devices/network.ts";
import { useState } from "react";

import { useRoute } from "#data/query/use-route.ts";
import { useIsOld } from "#shared/age.ts";
import { Columns } from "#shared/ui/layout.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { Section } from "#shared/ui/section.tsx";

import { MessageProblems } from "./message-problems.tsx";
import { NetworkDetails } from "./network-details.tsx";
import { NetworkTree } from "./network-tree.tsx";
import { useNetworkTexts } from "./use-network-texts.ts";

/** A node with those above it, from the root; undefined when the tree does not have it. */
function findNode(root: NetworkNode, id: string): NetworkNode[] | undefined {
  if (root.id === id) return [root];
  for (const child of root.children) {
    const path = findNode(child, id);
    if (path) return [root, ...path];
  }
  return undefined;
}

interface Search {
  text: string;
  hasProblemsOnly: boolean;
  nameOf: (node: NetworkNode) => string;
}

/** The parts of a tree that match, with those above them; undefined without one. */
function matching(node: NetworkNode, search: Search): NetworkNode | undefined {
  const children = node.children.flatMap((child) => matching(child, search) ?? []);
  if (children.length > 0) return { ...node, children };
  const text = search.text.trim().toLowerCase();
  const names = [search.nameOf(node), node.ssid ?? ""];
  const hasText = text === "" || names.some((name) => name.toLowerCase().includes(text));
  const hasState = !search.hasProblemsOnly || (node.state !== "online" && node.kind !== "server");
  // A group that matches by its name is shown with its whole content.
  return hasText && hasState ? { ...node, children: search.hasProblemsOnly ? [] : node.children } : undefined;
}

/** The same tree when its data is too old to show the present state. */
function outdated(node: NetworkNode): NetworkNode {
  return {
    ...node,
    state: "unknown",
    counts: { ...node.counts, offline: 0, unknown: node.counts.devices },
    children: node.children.map(outdated),
  };
}

/** The server, its gateways and their devices, with the state of each connection. Source: spec 2 §1 (Network Diagram). */
export function NetworkScreen() {
  const { t } = useLingui();
  const network = useRoute(getNetworkStatus, {});
  return (
    <Stack gap={14}>
      <PageTitle>{t`Network Diagram`}</PageTitle>
      <Section of={network}>{(root) => <Network known={root} />}</Section>
      <MessageProblems />
    </Stack>
  );
}

function Network({ known }: { known: NetworkNode }) {
  const root = useIsOld() ? outdated(known) : known;
  const { t } = useLingui();
  const texts = useNetworkTexts();
  const [selectedId, select] = useState(root.id);
  const [text, setText] = useState("");
  const [hasProblemsOnly, setProblemsOnly] = useState(false);
  const isSeeking = text.trim() !== "" || hasProblemsOnly;
  const shown = isSeeking ? matching(root, { text, hasProblemsOnly, nameOf: texts.nameOf }) : root;
  const selected = findNode(root, selectedId) ?? [root];
  return (
    <>
      <Text>{texts.summary(root)}</Text>
      <Group gap="md" align="flex-end">
        <TextInput
          type="search"
          label={t`Find a device or gateway`}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Checkbox
          mb={8}
          label={t`Only offline and unknown`}
          checked={hasProblemsOnly}
          onChange={({ currentTarget }) => setProblemsOnly(currentTarget.checked)}
        />
      </Group>
      <Columns of="minmax(0, 1fr) 300px">
        <Card component="section" aria-label={t`Network`} padding={6}>
          {shown ? (
            <NetworkTree
              key={isSeeking ? `${text}/${hasProblemsOnly}` : undefined}
              root={shown}
              isOpen={isSeeking}
              path={selected}
              onSelect={select}
            />
          ) : (
            <Text c="dimmed" p="sm" role="status">{t`Nothing matches.`}</Text>
          )}
        </Card>
        <NetworkDetails path={selected} />
      </Columns>
    </>
  );
}
