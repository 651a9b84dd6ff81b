import { Trans, useLingui } from "@lingui/react/macro";
import { Card, ScrollArea, Skeleton, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Occurrence } from "@verandah/contract/schedule-days.ts";

import { errorText } from "#shared/error-text.ts";
import { momentText } from "#shared/format/time.ts";
import { useSession } from "#shared/session.ts";
import { useNow } from "#shared/use-now.ts";

import { OccurrenceMark } from "./occurrence-mark.tsx";
import { occurrencesQuery } from "./schedules.queries.ts";
import { useOccurrenceWords } from "./use-occurrence-words.ts";

import classes from "./occurrence-list.module.css";

const LIST_HEIGHT = 340;
const MINUTE_MS = 60_000;

/** What schedules do in the next 48 hours, and how those of the last day went. */
export function OccurrenceList() {
  const { t } = useLingui();
  const { data, error } = useQuery(occurrencesQuery);
  return (
    <Card padding="sm" component="section" aria-label={t`Next 48 hours`}>
      <Title order={2} size="h5" mb="xs">
        <Trans>Next 48 hours</Trans>
      </Title>
      {data ? (
        <Rows occurrences={data} />
      ) : error ? (
        <Text size="sm" c="var(--mantine-color-error)">
          {errorText(error)}
        </Text>
      ) : (
        <Skeleton height={120} />
      )}
    </Card>
  );
}

function Rows({ occurrences }: { occurrences: readonly Occurrence[] }) {
  const { campus } = useSession();
  const nowMs = useNow(MINUTE_MS);
  const words = useOccurrenceWords();
  if (occurrences.length === 0)
    return (
      <Text size="sm" c="dimmed">
        <Trans>Nothing is planned. Set the default or add a schedule.</Trans>
      </Text>
    );
  return (
    <ScrollArea.Autosize mah={LIST_HEIGHT} viewportProps={{ tabIndex: 0 }}>
      <ul className={classes["list"]}>
        {occurrences.map((one) => {
          const why = words.why(one);
          return (
            <li key={one.id} className={classes["row"]} data-past={Date.parse(one.at) < nowMs || undefined}>
              <time dateTime={one.at} className={classes["at"]}>
                {momentText(one.at, nowMs, campus.timeZone)}
              </time>
              <div className={classes["what"]}>
                <Text size="sm" fw={600}>
                  {words.what(one)}
                </Text>
                {why && (
                  <Text size="xs" c="dimmed">
                    {why}
                  </Text>
                )}
              </div>
              <OccurrenceMark state={one.state} />
            </li>
          );
        })}
      </ul>
    </ScrollArea.Autosize>
  );
}
