import { useLingui } from "@lingui/react/macro";
import { Box, Group, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { EnergyNode, EnergySum } from "@verandah/contract/energy/energy-overview.ts";

import { quantity } from "#shared/format/number.ts";
import type { SearchFields } from "#shared/search-state.ts";
import { DataTable } from "#shared/ui/data-grid/data-table.tsx";
import { SectionCard } from "#shared/ui/section-card.tsx";

import { useEnergyTexts } from "./energy-texts.ts";

/** Of a level of the tree. */
const INDENT_PX = 18;

interface Props {
  tree: EnergyNode;
  total: EnergySum;
}

interface Row {
  node: EnergyNode;
  depth: number;
}

const rowsOf = (node: EnergyNode, depth = 0): Row[] => [
  { node, depth },
  ...node.children.flatMap((child) => rowsOf(child, depth + 1)),
];

/** Places and meters with their share. */
export function EnergyTree({ tree, total }: Props) {
  const { t } = useLingui();
  const texts = useEnergyTexts();
  const share = (kilowattHour: number | null) => {
    if (kilowattHour === null || !total.kilowattHour) return null;
    const percent = (100 * kilowattHour) / total.kilowattHour;
    return (
      <Group component="span" gap={8} wrap="nowrap" miw={120} style={{ whiteSpace: "nowrap" }}>
        <Box
          component="span"
          w={`${Math.max(0, percent)}%`}
          h={10}
          bdrs={2}
          bg="var(--bar-quiet)"
          aria-hidden
        />
        {quantity(percent, "percent", 0)}
      </Group>
    );
  };
  return (
    <SectionCard title={t`Floors and meters`}>
      <DataTable
        label={t`Floors and meters`}
        rows={rowsOf(tree)}
        rowKey={({ node }) => node.ssid ?? node.placeId ?? node.kind}
        columns={[
          {
            header: t`Place or meter`,
            width: 160,
            render: ({ node, depth }) => (
              <div style={{ paddingInlineStart: `${INDENT_PX * depth}px` }}>
                <NodeName node={node} isRoot={depth === 0} />
                <Text size="xs" c="dimmed">
                  {texts.coverage(node)}
                </Text>
              </div>
            ),
          },
          { header: t`Energy`, isNumber: true, render: ({ node }) => texts.energy(node) },
          { header: t`Share`, width: 140, render: ({ node }) => share(node.kilowattHour) },
          { header: t`Cost`, isNumber: true, render: ({ node }) => texts.cost(node.rupees) },
        ]}
      />
    </SectionCard>
  );
}

function NodeName({ node, isRoot }: { node: EnergyNode; isRoot: boolean }) {
  const { t } = useLingui();
  if (node.ssid !== null)
    return (
      <Link to="/admin/glEnergyMeter" search={{ device: node.ssid }}>
        {node.name}
      </Link>
    );
  if (node.kind === "rest") return t`Not measured by a meter of a floor`;
  if (isRoot || node.placeId === null) return <strong>{node.name}</strong>;
  return (
    <Link to="." search={(before: SearchFields) => ({ ...before, place: node.placeId })}>
      {node.name}
    </Link>
  );
}
