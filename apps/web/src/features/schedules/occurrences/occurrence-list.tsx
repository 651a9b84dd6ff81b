import { useLingui } from "@lingui/react/macro";
import { ScrollArea, Text } from "@mantine/core";
import {
  IconAlertOctagonFilled,
  IconCircleCheckFilled,
  IconClock,
  IconPlayerSkipForwardFilled,
  IconRefresh,
} from "@tabler/icons-react";
import {
  type Occurrence,
  type OccurrenceState,
  listOccurrences,
} from "@verandah/contract/schedules/schedule-days.ts";
import { SCHEDULE_TYPE } from "@verandah/contract/schedules/schedules.ts";

import { useRoute } from "#data/query/use-route.ts";
import { useMomentText } from "#shared/format/use-time-text.ts";
import { SectionCard } from "#shared/ui/section-card.tsx";
import { Section } from "#shared/ui/section.tsx";
import { useNow } from "#shared/use-now.ts";

import { TypeIcon, useScheduleTypeText, type ScheduleScope } from "../schedule-type.tsx";
import { useOccurrenceTexts } from "./use-occurrence-texts.ts";

import classes from "./occurrence-list.module.css";

const LIST_HEIGHT = 240;

/** Occurrences of the next 48 hours, and separately the results of the last day. */
export function OccurrenceList({ scope }: { scope: ScheduleScope }) {
  const { t } = useLingui();
  const nowMs = useNow();
  const occurrences = useRoute(
    listOccurrences,
    scope === "air" ? { type: SCHEDULE_TYPE.personalCooling } : {},
  );
  // Whether another rule overrides it is known before its time; everything else follows the state, at any local time.
  const isToCome = ({ at, state }: Occurrence) =>
    state === "planned" || state === "running" || (state === "skipped" && Date.parse(at) >= nowMs);
  const past = occurrences.data?.filter((one) => !isToCome(one)).toReversed();
  return (
    <>
      <SectionCard title={t`Next 48 hours`}>
        <Section of={occurrences} height={120} isPart>
          {(data) => (
            <Rows
              scope={scope}
              occurrences={data.filter(isToCome)}
              none={
                scope === "air"
                  ? t`Nothing is planned. Set the default or add a schedule.`
                  : t`Nothing is planned. Add a schedule.`
              }
            />
          )}
        </Section>
      </SectionCard>
      {past && (
        <SectionCard title={t`Last 24 hours`}>
          <Rows scope={scope} occurrences={past} none={t`No schedule actions.`} />
        </SectionCard>
      )}
    </>
  );
}

interface RowsProps {
  scope: ScheduleScope;
  occurrences: readonly Occurrence[];
  /** Shown for an empty list. */
  none: string;
}

function Rows({ scope, occurrences, none }: RowsProps) {
  const momentText = useMomentText();
  const typeText = useScheduleTypeText();
  const words = useOccurrenceTexts();
  if (occurrences.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {none}
      </Text>
    );
  return (
    <ScrollArea.Autosize mah={LIST_HEIGHT} viewportProps={{ tabIndex: 0 }}>
      <ul>
        {occurrences.map((one) => {
          const type = scope === "all" ? typeText(one.type) : undefined;
          const why = [type, words.why(one)].filter(Boolean).join(" · ");
          return (
            <li key={one.id} className={classes["row"]}>
              <time dateTime={one.at} className={classes["at"]}>
                {momentText(one.at)}
              </time>
              <div className={classes["what"]}>
                <Text size="sm" fw={600} className={classes["name"] ?? ""}>
                  {scope === "all" && <TypeIcon type={one.type} size={14} />}
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

const icons = {
  planned: IconClock,
  running: IconRefresh,
  done: IconCircleCheckFilled,
  skipped: IconPlayerSkipForwardFilled,
  failed: IconAlertOctagonFilled,
} as const;

/** State of an occurrence, as icon and word. */
function OccurrenceMark({ state }: { state: OccurrenceState }) {
  const { t } = useLingui();
  const words: Record<OccurrenceState, string> = {
    planned: t({ message: "Planned", comment: "State of what a schedule does" }),
    running: t({ message: "Running", comment: "State of what a schedule does" }),
    done: t({ message: "Done", comment: "State of what a schedule does" }),
    skipped: t({ message: "Skipped", comment: "State of what a schedule does" }),
    failed: t({ message: "Failed", comment: "State of what a schedule does" }),
  };
  const Icon = icons[state];
  return (
    <span className={classes["mark"]} data-state={state}>
      <Icon size={14} aria-hidden />
      {words[state]}
    </span>
  );
}
