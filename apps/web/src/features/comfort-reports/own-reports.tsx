import { Trans, useLingui } from "@lingui/react/macro";
import { Box, Button, Group } from "@mantine/core";
import { IconTemperatureMinus, IconTemperaturePlus } from "@tabler/icons-react";
import type { Booking } from "@verandah/contract/bookings/bookings.ts";
import {
  type ComfortKind,
  type OwnComfortReport,
  listOwnComfortReports,
  reportComfort,
  markComfortOutcomesSeen,
} from "@verandah/contract/comfort-reports.ts";
import { useEffect } from "react";

import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { useMomentText } from "#shared/format/use-time-text.ts";
import { toastFailure } from "#shared/ui/feedback/toast.ts";

import { useComfortTexts } from "./use-comfort-texts.ts";

const buttons = [
  { kind: "too-warm", Icon: IconTemperaturePlus },
  { kind: "too-cold", Icon: IconTemperatureMinus },
] as const satisfies { kind: ComfortKind; Icon: unknown }[];

/** Reports the zone of a booked seat or room; nothing while the caller's report about it is open. */
export function ReportButtons({ space }: Pick<Booking, "space">) {
  const { t } = useLingui();
  const { kinds } = useComfortTexts();
  const { data } = useRoute(listOwnComfortReports, {});
  const report = useChange(reportComfort);
  const isOpen = data?.some(({ zoneId, outcome }) => zoneId === space.zoneId && outcome === null);
  if (!data || isOpen) return null;
  const { name } = space;
  return (
    <Group gap="xs">
      {buttons.map(({ kind, Icon }) => {
        const word = kinds[kind];
        return (
          <Button
            key={kind}
            size="xs"
            variant="default"
            leftSection={<Icon size={16} aria-hidden />}
            aria-label={t`${word} at ${name}`}
            disabled={report.isPending}
            onClick={() => report.mutate({ space: space.id, kind }, { onError: toastFailure })}
          >
            {word}
          </Button>
        );
      })}
    </Group>
  );
}

/** The outcomes of the caller's reports. */
export function OwnReports() {
  const { data } = useRoute(listOwnComfortReports, {});
  const { mutate: markSeen } = useChange(markComfortOutcomesSeen);
  useEffect(() => {
    const ids = data?.flatMap(({ id, outcome, isSeen }) => (outcome && !isSeen ? id : [])) ?? [];
    if (ids.length > 0) markSeen({ ids });
  }, [data, markSeen]);
  return (
    <div aria-live="polite">
      {data?.map((report) => (
        <OwnReport key={report.id} report={report} />
      ))}
    </div>
  );
}

function OwnReport({ report: { space, kind, at, outcome } }: { report: OwnComfortReport }) {
  const { t } = useLingui();
  const momentText = useMomentText();
  const { kinds, outcomeText } = useComfortTexts();
  const time = momentText(at);
  const said = outcome && outcomeText(outcome);
  return (
    <Box py={6} fz={14}>
      <b>
        {space.name}: {kinds[kind]}
      </b>
      <div>
        {said === null ? (
          <Trans>Reported at {time}; the facility team sees it</Trans>
        ) : (
          t`Your report: ${said}`
        )}
      </div>
    </Box>
  );
}
