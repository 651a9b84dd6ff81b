import { Trans, useLingui } from "@lingui/react/macro";
import { Card, Select, SimpleGrid, Skeleton, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { GraphData } from "@verandah/contract/graph-data.ts";
import { useMemo, useState } from "react";

import { Trend } from "#shared/charts/trend.tsx";
import { useSession } from "#shared/session.ts";
import { usePointText } from "#shared/use-point-text.ts";

import { type Ahu, readingOf } from "./ahu-points.ts";
import { lastHourQuery } from "./ahu.queries.ts";

const HEIGHT_PX = 160;

/** Source: spec 2 §9 Chart limits. */
const limits: Record<string, readonly [number, number]> = {
  "Supply Air Temperature": [18, 25],
  "Return Air Temperature": [22, 27],
  "Chilled Water Valve Feedback": [0, 100],
};
const defaultLimits = [15, 30] as const;

/** The last hour of the unit's air and valve, and of one more point of one's choice. */
export function AhuTrends({ ssid, ahu }: { ssid: string; ahu: Ahu }) {
  const { t } = useLingui();
  const { nameOf } = usePointText();
  const { data, isError } = useQuery(lastHourQuery(ssid));
  const others = ahu.current
    .filter(({ param_id: paramId }) => !(paramId in limits))
    .map(({ param_id: value }) => ({ value, label: nameOf(value) }));
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = [...Object.keys(limits), ...(chosen === null ? [] : [chosen])];
  return (
    <Card component="section" aria-label={t`Last hour`} padding="sm">
      <Title order={2} size="h5" mb="xs">
        <Trans>Last hour</Trans>
      </Title>
      {isError && !data && (
        <Text size="sm" c="dimmed">
          <Trans>The readings could not be loaded.</Trans>
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
        {shown.map((paramId) => (
          <PointTrend
            key={paramId}
            name={nameOf(paramId)}
            unit={readingOf(ahu, paramId)?.unit ?? "none"}
            lists={data?.graphData[0]?.[paramId]}
            isLoading={!data && !isError}
            limits={limits[paramId] ?? defaultLimits}
          />
        ))}
      </SimpleGrid>
      <Select
        mt="xs"
        w={260}
        label={t`Another point`}
        data={others}
        value={chosen}
        onChange={setChosen}
        clearable
        clearButtonProps={{ "aria-label": t`Clear` }}
      />
    </Card>
  );
}

interface PointTrendProps {
  name: string;
  unit: string;
  lists: GraphData["graphData"][number][string] | undefined;
  isLoading: boolean;
  limits: readonly [number, number];
}

function PointTrend({ name, unit, lists, isLoading, limits: lines }: PointTrendProps) {
  const { campus } = useSession();
  const drawn = useMemo(
    () => ({
      times: (lists?.measured_time ?? []).map((at) => Date.parse(at) / 1_000),
      series: [{ label: name, unit, values: lists?.param_value ?? [] }],
    }),
    [lists, name, unit],
  );
  return (
    <section>
      <Title order={3} size="h6">
        {name}
      </Title>
      {isLoading && <Skeleton height={HEIGHT_PX} />}
      {!isLoading && drawn.times.length < 2 && (
        <Text size="sm" c="dimmed" h={HEIGHT_PX}>
          <Trans>No data</Trans>
        </Text>
      )}
      {drawn.times.length > 1 && (
        <Trend label={name} {...drawn} timeZone={campus.timeZone} height={HEIGHT_PX} limits={lines} />
      )}
    </section>
  );
}
