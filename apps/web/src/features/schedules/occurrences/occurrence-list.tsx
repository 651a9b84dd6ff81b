import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Box, Group, ScrollArea, Text } from "@mantine/core";
import {
  IconAlertOctagonFilled,
  IconCircleCheckFilled,
  IconClock,
  IconPlayerSkipForwardFilled,
  IconRefresh,
} from "@tabler/icons-react";
import { failureTexts, isFailure } from "@verandah/contract/commands/failure-texts.ts";
import {
  listOccurrences,
  type Occurrence,
  type OccurrenceState,
} from "@verandah/contract/schedules/schedule-days.ts";
import { SCHEDULE_TYPE } from "@verandah/contract/schedules/schedules.ts";

import { useRoute } from "#data/query/use-route.ts";
import { useOriginName } from "#shared/commands/use-origin-name.ts";
import { useMomentText } from "#shared/format/use-time-text.ts";
import { StateText } from "#shared/ui/feedback/state-text.tsx";
import { Rows } from "#shared/ui/layout.tsx";
import { SectionCard } from "#shared/ui/section-card.tsx";
import { Section } from "#shared/ui/section.tsx";
import { useNow } from "#shared/use-now.ts";

import { type ScheduleScope, TypeIcon, useScheduleTypeText } from "../schedule-type.tsx";

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
            <Occurrences
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
          <Occurrences scope={scope} occurrences={past} none={t`No schedule actions.`} />
        </SectionCard>
      )}
    </>
  );
}

interface ListProps {
  scope: ScheduleScope;
  occurrences: readonly Occurrence[];
  /** Shown for an empty list. */
  none: string;
}

function Occurrences({ scope, occurrences, none }: ListProps) {
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
      <Rows py={6}>
        {occurrences.map((one) => {
          const type = scope === "all" ? typeText(one.type) : undefined;
          const why = [type, words.why(one)].filter(Boolean).join(" · ");
          return (
            <Group component="li" key={one.id} align="start" wrap="nowrap" gap={10} px={2}>
              <Text component="time" dateTime={one.at} w={92} flex="none" fz={13} lh="22px">
                {momentText(one.at)}
              </Text>
              <Box flex={1} miw={0} style={{ overflowWrap: "anywhere" }}>
                <Text size="sm" fw={600} className={classes["name"] ?? ""}>
                  {scope === "all" && <TypeIcon type={one.type} size={14} />}
                  {words.what(one)}
                </Text>
                {why && (
                  <Text size="xs" c="dimmed">
                    {why}
                  </Text>
                )}
              </Box>
              <OccurrenceMark state={one.state} />
            </Group>
          );
        })}
      </Rows>
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

const inks = {
  planned: "var(--text-stale)",
  running: "var(--text-stale)",
  done: "var(--text-fine)",
  skipped: "var(--text-low)",
  failed: "var(--text-critical)",
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
    <StateText fz={13} fw={400} lh="22px" c={inks[state]}>
      <Icon size={14} aria-hidden />
      {words[state]}
    </StateText>
  );
}

/** Texts of an occurrence and of the reason of its result, in the user's language. */
function useOccurrenceTexts() {
  const { t, i18n } = useLingui();
  const originName = useOriginName();

  function what({ kind, name, preparedRoom, action }: Occurrence): string {
    const source = kind === "default" ? t`Default` : (preparedRoom ?? name);
    if (action === "on") return t`${source}: on`;
    if (action === "off") return t`${source}: off`;
    if (action === "setback") return t`${source}: setback`;
    if (action === "end") return t`${source} ends`;
    return kind === "default" ? t`Default schedule changed` : t`${source} was changed`;
  }

  const failureText = (code: string) => (isFailure(code) ? i18n._(failureTexts[code]) : t`unknown reason`);

  function unitTexts({ failed, replaced, overridden }: Occurrence): string[] {
    return [
      ...failed.map(({ name, why: code }) => `${name}: ${failureText(code)}`),
      ...replaced.map(({ name, by }) => {
        const origin = originName(by);
        return `${name}: ${t`replaced by ${origin}`}`;
      }),
      ...overridden.map((name) => `${name}: ${t`without effect while it is overridden`}`),
    ];
  }

  function why(occurrence: Occurrence): string | undefined {
    const { reason, detail, state, units } = occurrence;
    if (reason === "overruled") return detail ? t`Overridden by ${detail}` : t`The default already applies`;
    if (reason === "late") return t`No server ran at that time, nor in the ten minutes after it.`;
    if (reason === "no-units") return t`There is no equipment for it.`;
    if (reason === "replaced") {
      const origin = originName(detail);
      return t`Replaced by ${origin}`;
    }
    const texts = unitTexts(occurrence);
    if (texts.length > 0) return texts.join("; ");
    if (state === "planned" || units === 0) return undefined;
    return plural(units, { one: "# unit", other: "# units" });
  }

  return { what, why };
}
