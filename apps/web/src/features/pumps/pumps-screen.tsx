import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Alert, Stack, Text } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";

import { useLiveDevices } from "#data/live.ts";
import { PUMPS_POLL_MS, pumpsQuery } from "#data/pumps.queries.ts";
import { errorText } from "#shared/error-text.ts";
import { ErrorBanner } from "#shared/ui/error-banner.tsx";
import { Loading } from "#shared/ui/loading.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { useIsOutdated } from "#shared/use-is-outdated.ts";
import { useNow } from "#shared/use-now.ts";

import { isRunning, PumpCard, stateOfPump } from "./pump-card.tsx";

import classes from "./pump-card.module.css";

const AGE_REFRESH_MS = 1_000;

/** The pumps that are mapped to the user, live; for staff all of the campus. */
export function PumpsScreen() {
  const { t } = useLingui();
  const { data: pumps, error, dataUpdatedAt } = useQuery(pumpsQuery);
  const isOutdated = useIsOutdated(dataUpdatedAt, PUMPS_POLL_MS);
  const nowMs = useNow(AGE_REFRESH_MS);
  useLiveDevices((pumps ?? []).map(({ ssid }) => ssid));
  const states = (pumps ?? []).map((pump) => ({ pump, state: stateOfPump(pump, isOutdated) }));
  const running = states.filter(({ pump, state }) => state !== "unknown" && isRunning(pump)).length;
  const faults = states.filter(({ state }) => state === "fault").length;

  return (
    <Stack gap={14}>
      <div>
        <PageTitle>{t`Dashboard`}</PageTitle>
        {pumps && pumps.length > 0 && (
          <Text size="lg" c="dimmed">
            {plural(pumps.length, { one: "# pump", other: "# pumps" })}
            {" · "}
            <Trans>{running} running</Trans>
            {faults > 0 && ` · ${plural(faults, { one: "# fault", other: "# faults" })}`}
          </Text>
        )}
      </div>
      <ErrorBanner text={error ? errorText(error) : undefined} />
      {!pumps && !error && <Loading />}
      {pumps?.length === 0 && (
        <Alert variant="default" icon={<IconInfoCircle aria-hidden />}>
          <Trans>No pump is mapped to you yet. Ask an administrator.</Trans>
        </Alert>
      )}
      <ul className={classes["grid"]}>
        {pumps?.map((pump) => (
          <li key={pump.ssid}>
            <PumpCard pump={pump} nowMs={nowMs} isOutdated={isOutdated} />
          </li>
        ))}
      </ul>
    </Stack>
  );
}
