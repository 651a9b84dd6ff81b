import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Button, Group, Select, Stack, Text } from "@mantine/core";
import {
  addFound,
  type FoundDeviceRow,
  type FoundPointRow,
  listFoundPoints,
  startScan,
} from "@verandah/contract/gateways/scans.ts";
import { findType } from "@verandah/equipment/catalogue.ts";
import { symbolOf } from "@verandah/equipment/units.ts";
import { useState } from "react";

import { useSession } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { useSiteTypes } from "#shared/equipment/site-types.ts";
import { numberText } from "#shared/format/number.ts";
import { momentText } from "#shared/format/time.ts";
import { useLanguage } from "#shared/texts/use-language.ts";
import { DataTable } from "#shared/ui/data-grid/data-table.tsx";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { toastFailure } from "#shared/ui/feedback/toast.ts";
import { isEmpty } from "#shared/ui/form/form-field.tsx";
import { Form } from "#shared/ui/form/form.tsx";
import { AutoGrid } from "#shared/ui/layout.tsx";
import { Section } from "#shared/ui/section.tsx";
import { useNow } from "#shared/use-now.ts";

import { usePlaceOptions, useTypeOptions } from "./use-gateway-texts.ts";

const SECOND_MS = 1_000;
const POLL_SECOND = 10;
const DAY_SECOND = 86_400;
/** Of a value with its name and time on the way to the server, bytes. */
const VALUE_BYTES = 12;

interface Values {
  type: string;
  intervalSecond: number;
  /** Of each device, by its position. */
  devices: Record<string, { name: string; ssid: string; place: number; address: string }>;
}

interface Props {
  gateway: number;
  /** With the same points. */
  devices: readonly FoundDeviceRow[];
  /** Whether a search is going on. */
  isSearching: boolean;
  onClose: () => void;
  onDone: () => void;
}

/** Makes found devices devices of the campus: what each is called and where it is, and once for all which point is which. */
export function AddFoundDialog({ gateway, devices, isSearching, onClose, onDone }: Props) {
  const { t } = useLingui();
  const add = useChange(addFound);
  const types = useTypeOptions();
  const places = usePlaceOptions();
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const [shownType, setShownType] = useState(devices[0]?.type?.type ?? "");
  const [first] = devices;
  const points = useRoute(
    listFoundPoints,
    { id: gateway, protocol: first?.protocol ?? "", key: first?.key ?? "", type: shownType },
    { enabled: first !== undefined && shownType !== "" },
  );
  if (!first) return null;
  const { profile } = first;
  const initial: Values = {
    type: shownType,
    intervalSecond: Number.NaN,
    devices: Object.fromEntries(
      devices.map(({ name, newSsid, place }, at) => [
        `d${at}`,
        { name, ssid: newSsid, place: place?.id ?? Number.NaN, address: "" },
      ]),
    ),
  };
  return (
    <Dialog
      title={t`${plural(devices.length, { one: "Add # device", other: "Add # devices" })}`}
      onClose={onClose}
      closeOnClickOutside={false}
      size={900}
    >
      <Form<Values>
        initial={initial}
        action={t`Add to the campus`}
        onChange={({ type }) => {
          if (type === shownType) return;
          setShownType(type);
          // The points of another type are others.
          setChosen(new Map());
        }}
        onCancel={onClose}
        isDisabled={() => profile === null && chosen.size === 0}
        submit={(values) =>
          add.mutateAsync({
            id: gateway,
            intervalMs: isEmpty(values.intervalSecond) ? null : Math.round(values.intervalSecond * SECOND_MS),
            points: Array.from(chosen, ([name, pointId]) => ({ name, pointId })),
            devices: devices.map(({ protocol, key }, at) => {
              const { address = "", ...named } = values.devices[`d${at}`] ?? { name: "", ssid: "", place: 0 };
              return {
                protocol,
                key,
                type: values.type,
                ...named,
                ...(address !== "" && { address: { address } }),
              };
            }),
          })
        }
        done={t`${plural(devices.length, { one: "# device is added.", other: "# devices are added." })}`}
        onDone={() => {
          onDone();
          onClose();
        }}
      >
        {({ values, field }) => [
          {
            name: "type",
            label: t`Type`,
            kind: "choice",
            options: types,
            isRequired: true,
            disabled: profile !== null,
          },
          ...devices.map((device, at) => (
            <AutoGrid key={device.key} min={200}>
              {field({ name: `devices.d${at}.name`, label: t`Name`, maxLength: 120, isRequired: true })}
              {field({ name: `devices.d${at}.ssid`, label: t`Id`, maxLength: 64, isRequired: true })}
              {field({
                name: `devices.d${at}.place`,
                label: t`Place`,
                kind: "choice",
                options: places,
                isRequired: true,
              })}
              {device.protocol === "bacnet" &&
                device.address["address"] === undefined &&
                field({
                  name: `devices.d${at}.address`,
                  label: t`Address`,
                  placeholder: "192.168.1.20:47808",
                  isRequired: true,
                })}
            </AutoGrid>
          )),
          {
            name: "intervalSecond",
            label: t`Poll interval, s`,
            kind: "number",
            description: t`Empty: that of the gateway`,
            min: 0.05,
            max: 3_600,
          },
          <Read key="read" gateway={gateway} device={first} isSearching={isSearching} />,
          profile !== null && (
            <Text key="profile" size="sm">
              {t`Its points are those of the profile ${profile}.`}
            </Text>
          ),
          values.type === "" ? (
            <Text key="type" size="sm">{t`Choose a type to see its points.`}</Text>
          ) : (
            <Section key={values.type} of={points}>
              {(rows) => (
                <PointTable
                  points={rows}
                  type={values.type}
                  chosen={chosen}
                  onChosen={profile === null ? setChosen : undefined}
                />
              )}
            </Section>
          ),
          <Load
            key="load"
            device={first}
            devices={devices.length}
            points={(points.data ?? []).filter(({ name }) => profile !== null || chosen.has(name))}
            intervalSecond={isEmpty(values.intervalSecond) ? POLL_SECOND : values.intervalSecond}
          />,
        ]}
      </Form>
    </Dialog>
  );
}

/** When the values were read, with a button that reads them again. */
function Read({
  gateway,
  device,
  isSearching,
}: {
  gateway: number;
  device: FoundDeviceRow;
  isSearching: boolean;
}) {
  const { t } = useLingui();
  const { campus } = useSession();
  const start = useChange(startScan);
  const { protocol, key, foundAt } = device;
  const readAt = momentText(foundAt, useNow(), campus.timeZone);
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm">{t`Values of ${readAt}`}</Text>
      <Button
        variant="default"
        size="compact-sm"
        loading={start.isPending || isSearching}
        onClick={() => start.mutate({ id: gateway, protocol, keys: [key] }, { onError: toastFailure })}
      >
        {t`Read again`}
      </Button>
    </Group>
  );
}

interface LoadProps {
  device: FoundDeviceRow;
  devices: number;
  points: readonly FoundPointRow[];
  intervalSecond: number;
}

/** What the devices cost the network and the server. */
function Load({ device, devices, points, intervalSecond }: LoadProps) {
  const { t } = useLingui();
  const topics = new Set(points.flatMap(({ topic }) => topic ?? []));
  const subscriptions = devices * (topics.size || device.subscriptions);
  const polls = device.protocol === "mqtt" ? "0" : numberText(devices / intervalSecond, 1);
  const subscribed = plural(subscriptions, { one: "# subscription", other: "# subscriptions" });
  const values = (devices * points.length * DAY_SECOND) / intervalSecond;
  const count = numberText(values);
  const megabytes = numberText((values * VALUE_BYTES) / 1_000_000, 1);
  return (
    <Text size="sm" c="dimmed">
      {t`${polls} polls a second, ${subscribed}, ${count} values and about ${megabytes} MB a day`}
    </Text>
  );
}

interface PointsProps {
  points: readonly FoundPointRow[];
  type: string;
  /** Name of the found point → point of the type. */
  chosen: ReadonlyMap<string, string>;
  /** Undefined: a profile has chosen. */
  onChosen: ((chosen: ReadonlyMap<string, string>) => void) | undefined;
}

/** The found points with their values, and which point of the type each is. */
function PointTable({ points, type, chosen, onChosen }: PointsProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const { campus } = useSession();
  const nowMs = useNow();
  const known = findType(useSiteTypes(), type)?.points ?? {};
  const [isWhole, setWhole] = useState(false);
  const suggested = points.filter(({ suggestion }) => suggestion !== null);
  /** Of several with the same suggestion one can be taken. */
  const takeable = suggested.filter(({ conflictsWith }) => conflictsWith === null);
  const nameOf = (pointId: string) => known[pointId]?.name[language] ?? known[pointId]?.name.en ?? pointId;
  const taken = new Set(chosen.values());
  const choose = (name: string, pointId: string | null) => {
    const next = new Map(chosen);
    if (pointId === null) next.delete(name);
    else next.set(name, pointId);
    onChosen?.(next);
  };
  const optionsFor = (name: string) =>
    Object.entries(known).flatMap(([id, point]) =>
      taken.has(id) && chosen.get(name) !== id
        ? []
        : [{ value: id, label: `${nameOf(id)} · ${symbolOf(point.unit)}` }],
    );
  return (
    <Stack gap="xs" align="stretch">
      {onChosen && (
        <Group justify="space-between" gap="xs">
          <Text size="sm">
            {t`${chosen.size} of ${points.length} points are chosen. Check each: a wrong point is a wrong value.`}
          </Text>
          <Button
            variant="default"
            size="compact-sm"
            disabled={takeable.length === 0}
            onClick={() =>
              onChosen(
                new Map(
                  takeable.flatMap(({ name, suggestion }) =>
                    suggestion ? [[name, suggestion.pointId]] : [],
                  ),
                ),
              )
            }
          >
            {t`${plural(takeable.length, { one: "Take # suggestion", other: "Take # suggestions" })}`}
          </Button>
        </Group>
      )}
      <DataTable
        label={t`Points`}
        rows={
          isWhole ? points : points.filter((point) => point.suggestion !== null || chosen.has(point.name))
        }
        rowKey={({ name }) => name}
        emptyText={t`No point has a suggestion.`}
        columns={[
          {
            header: t`Found point`,
            width: 200,
            isRowHeader: true,
            text: ({ name, description }) => (description === null ? name : `${name} · ${description}`),
          },
          {
            header: t`Value`,
            text: ({ value, unit, fieldUnit }) =>
              [
                value === null ? t`No value` : numberText(value, 2),
                unit === null ? fieldUnit : symbolOf(unit),
              ]
                .filter(Boolean)
                .join(" "),
          },
          {
            header: t`Last change`,
            text: ({ changedAt }) =>
              changedAt === null ? t`None seen` : momentText(changedAt, nowMs, campus.timeZone),
            sortKey: ({ changedAt }) => changedAt ?? "",
          },
          {
            header: t`Point of the type`,
            width: 260,
            render: ({ name, suggestion, obstacle, conflictsWith }) =>
              obstacle !== null ? (
                obstacle
              ) : onChosen ? (
                <Select
                  aria-label={t`Point of ${name}`}
                  placeholder={suggestion ? t`Suggested: ${nameOf(suggestion.pointId)}` : t`None`}
                  inputWrapperOrder={["input", "description"]}
                  description={
                    conflictsWith !== null &&
                    !chosen.has(name) &&
                    t`Conflict: also suggested for ${conflictsWith}`
                  }
                  data={optionsFor(name)}
                  value={chosen.get(name) ?? null}
                  onChange={(pointId) => choose(name, pointId)}
                  searchable
                  clearable
                  size="sm"
                />
              ) : (
                suggestion && nameOf(suggestion.pointId)
              ),
          },
        ]}
      />
      {!isWhole && points.length > suggested.length && (
        <Group>
          <Button variant="default" size="compact-sm" onClick={() => setWhole(true)}>
            {t`Show all ${points.length} points`}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
