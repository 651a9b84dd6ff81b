import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Alert, Card, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { getPump, listPumps, type Pump, PUMPS_LISTED_MAX } from "@verandah/contract/pumps/pumps.ts";
import { useEffect, useRef, useState } from "react";

import { useRestoredDataAt } from "#data/live/last-state.ts";
import { useMeasured } from "#data/live/readings.ts";
import { useRoute } from "#data/query/use-route.ts";
import { useAged, useIsOutdated } from "#shared/age.ts";
import { ServerUnreachable } from "#shared/call.ts";
import { searchText, useSearchState } from "#shared/search-state.ts";
import { errorText } from "#shared/texts/error-text.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { Loading } from "#shared/ui/feedback/loading.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { useIsNarrow } from "#shared/ui/use-is-narrow.ts";
import { useLoaded } from "#shared/use-loaded.ts";

import { PumpCard } from "./pump-card.tsx";
import { PumpPicture } from "./pump-picture.tsx";
import { agedPumps, isRunning, stateOfPump } from "./pump-values.ts";
import type { MeasuredPump } from "./pump-values.ts";

import classes from "./pumps.module.css";

const loadRecords = () => import("./pump-records.tsx");
/** Height of the records until they are loaded. */
const RECORDS_PX = 300;

/**
 * The pumps that are mapped to a farmer, live, one at a time. Source: spec 2 §2 Solar pump dashboard.
 *
 * @param onShown is called when a pump, or the reason why there is none, is on the page
 */
export function PumpsScreen({ onShown }: { onShown?: () => void }) {
  const { t } = useLingui();
  const [search, change] = useSearchState();
  const named = searchText(search["device"]);
  const list = useRoute(listPumps, {});
  const { error } = list;
  const isOutdated = useIsOutdated(list);
  const pumps = useAged(list, agedPumps);
  const listed = named === undefined ? pumps?.[0] : pumps?.find(({ ssid }) => ssid === named);
  // A pump beyond the first ones of the list.
  const other = useRoute(
    listPumps,
    { search: named },
    { enabled: pumps !== undefined && !listed && named !== undefined },
  );
  const found = useAged(other, agedPumps)?.find(({ ssid }) => ssid === named);
  const pump = listed ?? found;
  const restoredAt = useRestoredDataAt();
  const { measured, error: valuesError } = useMeasured(listed || !pump ? pumps : [...(pumps ?? []), pump]);
  const states = (measured ?? []).map((one) => ({ pump: one, state: stateOfPump(one) }));
  const running = states.filter(
    ({ pump: one, state }) => state !== "unknown" && state !== "fault" && isRunning(one),
  ).length;
  const faults = states.filter(({ state }) => state === "fault").length;
  const failure = error ?? valuesError;
  const chosen = measured?.find(({ ssid }) => ssid === pump?.ssid);
  const isMissing = pumps && pumps.length > 0 && !pump && !other.isLoading;
  const isLoading = (!pumps || (pump && !chosen)) && !failure;
  useEffect(() => {
    if (!isLoading) onShown?.();
  }, [isLoading, onShown]);

  return (
    <Stack gap={14}>
      <Group justify="space-between" align="flex-end" gap="xs">
        <div>
          <PageTitle>{t`Dashboard`}</PageTitle>
          {/* A longer list has only the first pumps, so that counts of it would be wrong. */}
          {pumps && pumps.length > 0 && pumps.length < PUMPS_LISTED_MAX && (
            <Text size="lg" c="dimmed">
              {plural(pumps.length, { one: "# pump", other: "# pumps" })}
              {!isOutdated && (
                <>
                  {" · "}
                  <Trans>{running} running</Trans>
                </>
              )}
              {faults > 0 && ` · ${plural(faults, { one: "# fault", other: "# faults" })}`}
            </Text>
          )}
        </div>
        {(pump ?? isMissing) && (
          <PumpChoice
            pump={pump ?? { ssid: "", name: "" }}
            pumps={pumps ?? []}
            isWaiting={isLoading}
            onChoose={(ssid) => change({ device: ssid, page: undefined })}
          />
        )}
      </Group>
      {/* The shell shows that kept data is on the page. */}
      <ErrorBanner text={failure && restoredAt === null ? errorText(failure) : undefined} />
      {isLoading && <Loading />}
      {pumps?.length === 0 && (
        <Alert variant="default" icon={<IconInfoCircle aria-hidden />}>
          {t`No pump is mapped to you yet. Ask an administrator.`}
        </Alert>
      )}
      {isMissing && (
        <Text c="dimmed">
          <Trans>There is no such pump.</Trans>
        </Text>
      )}
      {chosen && <ChosenPump key={chosen.ssid} pump={chosen} />}
    </Stack>
  );
}

function ChosenPump({ pump }: { pump: MeasuredPump }) {
  const { t } = useLingui();
  // A phone shows first what changes: the water and the state of the pump.
  const isNarrow = useIsNarrow();
  return (
    <>
      {!isNarrow && <CustomerHead ssid={pump.ssid} />}
      <div className={classes["columns"]}>
        <Card component="section" padding="md" aria-label={t`Water today`}>
          <PumpPicture pump={pump} />
        </Card>
        <PumpCard pump={pump} />
      </div>
      <Records pump={pump} isNarrow={isNarrow} />
    </>
  );
}

/** The records of a pump: a phone loads them when they are scrolled into view, a wide screen at once. */
export function Records({ pump, isNarrow }: { pump: Named; isNarrow: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(!isNarrow);
  const { loaded, hasFailed } = useLoaded(loadRecords, isNear);
  useEffect(() => {
    if (!place.current || loaded) return undefined;
    const observer = new IntersectionObserver((entries) =>
      setIsNear(entries.some((one) => one.isIntersecting)),
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [loaded]);
  if (!loaded)
    return (
      <div ref={place}>
        {hasFailed ? <ErrorBanner error={new ServerUnreachable()} /> : <Loading height={RECORDS_PX} />}
      </div>
    );
  return (
    <>
      {isNarrow && <CustomerHead ssid={pump.ssid} />}
      <loaded.PumpRecords pump={pump} />
    </>
  );
}

/** The record of the customer whom the pump is mapped to. */
export function CustomerHead({ ssid }: { ssid: string }) {
  const { t } = useLingui();
  const { data: details } = useRoute(getPump, { ssid });
  const { customer } = details ?? {};
  const none = details ? t`No data` : "…";
  const head = [
    { label: t`Customer name`, value: customer?.name },
    { label: t`Customer city`, value: customer?.city },
    { label: t`Customer state`, value: customer?.state },
  ];
  return (
    <dl className={classes["head"]} aria-label={t`Customer`}>
      {head.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value ?? none}</dd>
        </div>
      ))}
    </dl>
  );
}

const loadSearch = () => import("./pump-search.tsx");

type Named = Pick<Pump, "ssid" | "name">;

interface Props {
  pump: Named;
  /** The first pumps of the user. */
  pumps: readonly Pump[];
  /** A wide screen loads the search later. */
  isWaiting?: boolean | undefined;
  onChoose: (ssid: string) => void;
}

/** A search of the pumps. A phone loads it when the field is used, and has its own list without a network. */
export function PumpChoice({ pump, pumps, isWaiting = false, onChoose }: Props) {
  const { t } = useLingui();
  const isNarrow = useIsNarrow();
  const [isUsed, setIsUsed] = useState(false);
  const isWanted = (!isNarrow && !isWaiting) || isUsed;
  const { loaded, hasFailed } = useLoaded(loadSearch, isWanted);
  const shared = { label: t({ message: "Device", comment: "Field: which pump" }), w: "100%", size: "md" };
  const choose = (ssid: string) => {
    setIsUsed(false);
    onChoose(ssid);
  };
  if (isWanted && loaded)
    return <loaded.PumpSearch key={pump.ssid} pump={pump} isOpen={isUsed} onChoose={choose} />;
  if (!isNarrow) return undefined;
  if (hasFailed && pumps.length < PUMPS_LISTED_MAX)
    return (
      <NativeSelect
        {...shared}
        value={pump.ssid}
        onChange={({ currentTarget: { value } }) => choose(value)}
        data={pumps.map(({ ssid, name }) => ({ value: ssid, label: name }))}
      />
    );
  return (
    <TextInput
      {...shared}
      readOnly
      aria-haspopup="listbox"
      value={pump.name}
      onFocus={() => setIsUsed(true)}
    />
  );
}
