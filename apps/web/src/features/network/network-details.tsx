import { useLingui } from "@lingui/react/macro";
import { Card, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { NetworkNode } from "@verandah/contract/devices/network.ts";

import { useSession } from "#data/query/session.ts";
import { numberText, quantity } from "#shared/format/number.ts";
import { fullText } from "#shared/format/time.ts";
import { useAgeText } from "#shared/format/use-time-text.ts";
import { useOfflineReason } from "#shared/texts/use-offline-reason.ts";
import { type Fact, FactList } from "#shared/ui/fact-list.tsx";

import { useNetworkTexts } from "./use-network-texts.ts";

/** The known facts of the connection of one part, the last of `path`. */
export function NetworkDetails({ path }: { path: readonly NetworkNode[] }) {
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
        <Link to="/admin/device" search={{ device: node.ssid }}>{t`Open the device`}</Link>
      )}
    </Card>
  );
}
