import { useLingui } from "@lingui/react/macro";
import { Card, Table, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { EnergyNode, EnergySum } from "@verandah/contract/energy/energy-overview.ts";

import { quantity } from "#shared/format/number.ts";
import type { SearchFields } from "#shared/search-state.ts";

import { useEnergyTexts } from "./energy-texts.ts";

import classes from "./energy.module.css";

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
  const shareOf = (kilowattHour: number | null) =>
    kilowattHour === null || !total.kilowattHour ? undefined : (100 * kilowattHour) / total.kilowattHour;
  return (
    <Card component="section" aria-label={t`Floors and meters`} padding="sm">
      <Title order={2} size="h5">{t`Floors and meters`}</Title>
      <Table.ScrollContainer
        minWidth={520}
        tabIndex={0}
        scrollAreaProps={{ "aria-label": t`Floors and meters` }}
      >
        <Table aria-label={t`Floors and meters`}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t`Place or meter`}</Table.Th>
              <Table.Th className={classes["number"] ?? ""}>{t`Energy`}</Table.Th>
              <Table.Th>{t`Share`}</Table.Th>
              <Table.Th className={classes["number"] ?? ""}>{t`Cost`}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rowsOf(tree).map(({ node, depth }) => {
              const share = shareOf(node.kilowattHour);
              return (
                <Table.Tr key={node.ssid ?? node.placeId ?? node.kind}>
                  <Table.Td style={{ paddingInlineStart: `${10 + 18 * depth}px` }}>
                    <NodeName node={node} isRoot={depth === 0} />
                    <Text size="xs" c="dimmed">
                      {texts.coverage(node)}
                    </Text>
                  </Table.Td>
                  <Table.Td className={classes["number"] ?? ""}>{texts.energy(node)}</Table.Td>
                  <Table.Td>
                    {share !== undefined && (
                      <span className={classes["share"]}>
                        <span style={{ width: `${Math.max(0, share)}%` }} aria-hidden />
                        {quantity(share, "percent", 0)}
                      </span>
                    )}
                  </Table.Td>
                  <Table.Td className={classes["number"] ?? ""}>{texts.cost(node.rupees)}</Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Card>
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
