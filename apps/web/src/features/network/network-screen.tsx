import { useLingui } from "@lingui/react/macro";
import { Card, Checkbox, Group, Stack, Text, TextInput, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { listMessageProblems, type MessageProblem } from "@verandah/contract/devices/message-problems.ts";
import { type NetworkNode, getNetworkStatus } from "@verandah/contract/devices/network.ts";
import { useState } from "react";

import { useSession, admits } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { useIsOld } from "#shared/age.ts";
import { deviceScreen } from "#shared/equipment/device-screen.ts";
import { numberText, quantity } from "#shared/format/number.ts";
import { fullText } from "#shared/format/time.ts";
import { useAgeText } from "#shared/format/use-time-text.ts";
import { useOfflineReason } from "#shared/texts/use-offline-reason.ts";
import { DataTable } from "#shared/ui/data-grid/data-table.tsx";
import { type Fact, FactList } from "#shared/ui/fact-list.tsx";
import { Columns } from "#shared/ui/layout.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { SectionCard } from "#shared/ui/section-card.tsx";
import { Section } from "#shared/ui/section.tsx";

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

/** The known facts of the connection of one part, the last of `path`. */
function NetworkDetails({ path }: { path: readonly NetworkNode[] }) {
  const { t } = useLingui();
  const { campus } = useSession();
  const texts = useNetworkTexts();
  const reasonText = useOfflineReason();
  const ageText = useAgeText();
  const node = path.at(-1);
  if (!node) return null;
  const cause = path.slice(0, -1).find(({ kind, state }) => kind === "gateway" && state !== "online");
  const causeName = cause?.name ?? "";
  const { stateSince, lastSeenAt } = node;
  const since = stateSince === null ? undefined : fullText(stateSince, campus.timeZone);
  // Without devices nothing is measured, but the connection exists.
  const isConnected = node.kind !== "device" && node.state === "online";
  const never = isConnected ? null : t`Never`;
  const state = texts.stateText(node.state);
  const facts: Fact[] = [
    [t`State`, since === undefined ? state : t`${state} since ${since}`],
    [
      t`Reason`,
      cause ? t`${causeName} is not connected` : node.offlineReason && reasonText(node.offlineReason),
    ],
    [t`Last seen`, lastSeenAt === null ? never : ageText(lastSeenAt)],
    [t`Firmware`, node.firmware],
    [t`Response time`, node.latencyMs === null ? null : quantity(node.latencyMs / 1_000, "second", 3)],
    [t`Consecutive failed polls`, node.missedPolls === null ? null : numberText(node.missedPolls)],
    [t`Pending messages`, node.outboxPending === null ? null : numberText(node.outboxPending)],
    [t`Drivers that do not run`, node.driversDown.join(", ")],
    [
      t`Devices`,
      node.kind === "device"
        ? null
        : [numberText(node.counts.devices), ...texts.problems(node.counts)].join(", "),
    ],
  ];
  return (
    <Card component="section" aria-label={t`Details`} padding="sm">
      <Title order={2} size="h5">
        {texts.nameOf(node)}
      </Title>
      <Text size="sm" c="dimmed">
        {path.map((one) => texts.nameOf(one)).join(" › ")}
      </Text>
      <FactList my={12} facts={facts} />
      {node.kind === "device" && node.ssid !== null && (
        <Link to={deviceScreen(node.type ?? "")} search={{ device: node.ssid }}>{t`Open the device`}</Link>
      )}
    </Card>
  );
}

/** For administrators: messages of gateways and connected devices that cannot be used. Nothing without any. */
function MessageProblems() {
  const { t } = useLingui();
  const session = useSession();
  const ageText = useAgeText();
  const isAllowed = admits(listMessageProblems.access, session.role.id);
  const listed = useRoute(listMessageProblems, {}, { enabled: isAllowed });
  if (!isAllowed || (!listed.error && !listed.data?.length)) return null;
  const reasons: Record<MessageProblem, string> = {
    "not-json": t`Not JSON: a bare NaN or a damaged text`,
    "wrong-shape": t`Wrong shape: a text in place of a number, or a missing field`,
    "wrong-time": t`Wrong time: times are in milliseconds since 1970`,
    rejected: t`Rejected: a foreign device, or a value that cannot be stored`,
    "foreign-topic": t`Topic of another client`,
    "name-in-use": t`Several clients use this name`,
    "removed-device": t`Removed device still sends`,
  };
  return (
    <SectionCard title={t`Messages that cannot be used`}>
      <Text size="sm" c="dimmed">
        {t`These messages of the last 7 days are not stored, and their senders do not send them again. Correct the sender.`}
      </Text>
      <Section of={listed}>
        {(problems) => (
          <DataTable
            label={t`Messages that cannot be used`}
            rows={problems}
            rowKey={({ ssid, reason }) => `${ssid} ${reason}`}
            columns={[
              {
                header: t`Sender`,
                width: 120,
                render: ({ ssid, name }) => (name === ssid ? ssid : `${name} · ${ssid}`),
                sortKey: ({ name }) => name,
              },
              { header: t`Reason`, width: 140, render: ({ reason }) => reasons[reason] },
              {
                header: t`Messages`,
                render: ({ count }) => numberText(count),
                isNumber: true,
                sortKey: ({ count }) => count,
              },
              {
                header: t`Since`,
                render: ({ since }) => fullText(since, session.campus.timeZone),
                sortKey: ({ since }) => since,
              },
              {
                header: t`Last received`,
                render: ({ lastAt }) => ageText(lastAt),
                sortKey: ({ lastAt }) => lastAt,
              },
              {
                header: t`Last message`,
                width: 140,
                card: "line",
                render: ({ lastMessage }) => <code dir="ltr">{lastMessage}</code>,
              },
            ]}
          />
        )}
      </Section>
    </SectionCard>
  );
}
