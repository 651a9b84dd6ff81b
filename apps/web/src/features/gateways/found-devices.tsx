import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Button, Checkbox, Group, Progress, Stack, Text } from "@mantine/core";
import { protocolNames } from "@verandah/contract/gateways/protocol-fields.ts";
import { type FoundDeviceRow, listFound, stopScan } from "@verandah/contract/gateways/scans.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { useState } from "react";

import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { useTypeName } from "#shared/texts/use-type-name.ts";
import { DataTable } from "#shared/ui/data-grid/data-table.tsx";
import { toastFailure } from "#shared/ui/feedback/toast.ts";
import { SectionCard } from "#shared/ui/section-card.tsx";
import { Section } from "#shared/ui/section.tsx";

import { AddFoundDialog } from "./add-found-dialog.tsx";
import { FoundFileDialog } from "./found-file-dialog.tsx";
import { ScanDialog } from "./scan-dialog.tsx";
import { usePlaceOptions } from "./use-gateway-texts.ts";

type Found = ReplyOf<typeof listFound>;
type Scan = NonNullable<Found["scan"]>;

/** Devices that are added together. */
const CHOSEN_MAX = 50;
const percent = (confidence: number) => `${Math.round(confidence * 100)} %`;
const keyOf = ({ protocol, key }: FoundDeviceRow) => `${protocol} ${key}`;

/** What a gateway finds in the field, and its way into the campus. */
export function FoundDevices({ gateway }: { gateway: number }) {
  const { t } = useLingui();
  const loaded = useRoute(listFound, { id: gateway });
  const [open, setOpen] = useState<"scan" | "file">();
  const close = () => setOpen(undefined);
  return (
    <SectionCard
      title={t`Devices in the field`}
      aside={
        <Group gap="xs">
          <Button variant="default" size="compact-md" onClick={() => setOpen("scan")}>
            {t`Find devices`}
          </Button>
          <Button variant="default" size="compact-md" onClick={() => setOpen("file")}>
            {t`From a file`}
          </Button>
        </Group>
      }
    >
      <Section of={loaded}>
        {(found) => (
          <Stack gap="sm" align="stretch">
            {found.scan && <ScanState gateway={gateway} scan={found.scan} found={found} />}
            <FoundTable gateway={gateway} found={found} />
          </Stack>
        )}
      </Section>
      {open === "scan" && <ScanDialog gateway={gateway} onClose={close} />}
      {open === "file" && <FoundFileDialog gateway={gateway} onClose={close} />}
    </SectionCard>
  );
}

const isSearching = ({ scan }: Found) => scan?.state === "waiting" || scan?.state === "running";

function ScanState({ gateway, scan, found }: { gateway: number; scan: Scan; found: Found }) {
  const { t } = useLingui();
  const stop = useChange(stopScan);
  const { protocol, state, asked, total, why } = scan;
  const name = protocolNames[protocol] ?? protocol;
  const count = found.devices.filter((one) => one.protocol === protocol).length;
  const devices = t`${plural(count, { one: "# device found", other: "# devices found" })}`;
  const texts: Record<Scan["state"], string> = {
    waiting: t`${name}: the search begins when the gateway is connected`,
    running:
      total === null ? t`${name}: searching, ${devices}` : t`${name}: ${asked} of ${total} asked, ${devices}`,
    stopping: t`${name}: stopping, ${devices}`,
    done: t`${name}: the search has ended, ${devices}`,
    stopped: t`${name}: the search was stopped, ${devices}. A new search goes on from here.`,
    failed: t`${name}: the search has failed: ${why}`,
  };
  return (
    <Stack gap={6} align="stretch">
      <Group justify="space-between" gap="xs">
        <Text size="sm" role="status">
          {texts[state]}
        </Text>
        {isSearching(found) && (
          <Button
            variant="default"
            size="compact-sm"
            loading={stop.isPending}
            onClick={() => stop.mutate({ id: gateway }, { onError: toastFailure })}
          >
            {t`Stop the search`}
          </Button>
        )}
      </Group>
      {state === "running" && total !== null && total > 0 && (
        <Progress value={(asked / total) * 100} color="gray" aria-label={t`Progress of the search`} />
      )}
    </Stack>
  );
}

function FoundTable({ gateway, found }: { gateway: number; found: Found }) {
  const { devices, silent } = found;
  const { t } = useLingui();
  const typeName = useTypeName();
  const places = new Map(usePlaceOptions().map(({ value, label }) => [value, label]));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isOpen, setOpen] = useState(false);
  const rows = devices.filter((one) => chosen.has(keyOf(one)) && one.ssid === null);
  const [first] = rows;
  /** Devices with the same points are added together; a choice of one offers the others. */
  const alike = first
    ? devices.filter((one) => one.ssid === null && one.group === first.group).slice(0, CHOSEN_MAX)
    : [];
  const choose = (some: readonly FoundDeviceRow[]) => setChosen(new Set(some.map(keyOf)));
  const toggle = (device: FoundDeviceRow, isChosen: boolean) =>
    choose(
      isChosen
        ? [...rows.filter(({ group }) => group === device.group), device].slice(-CHOSEN_MAX)
        : rows.filter((one) => one !== device),
    );
  return (
    <>
      <DataTable
        label={t`Found devices`}
        rows={devices}
        rowKey={keyOf}
        isChosen={(device) => chosen.has(keyOf(device))}
        emptyText={t`Nothing found yet. Nothing of what a search finds is stored in the campus before you choose it.`}
        columns={[
          {
            header: t`Name`,
            width: 180,
            isRowHeader: true,
            text: ({ name }) => name,
            render: (device) => (
              <Checkbox
                label={device.name === device.key ? device.name : `${device.name} · ${device.key}`}
                checked={chosen.has(keyOf(device))}
                disabled={device.ssid !== null}
                onChange={({ currentTarget }) => toggle(device, currentTarget.checked)}
              />
            ),
          },
          {
            header: t`Maker and model`,
            text: ({ maker, model }) => [maker, model].filter(Boolean).join(" "),
          },
          { header: t`Points`, isNumber: true, text: ({ points }) => points },
          {
            header: t`Probably`,
            text: ({ type }) =>
              type
                ? `${typeName(type.type, "one")}${type.confidence < 1 ? ` · ${percent(type.confidence)}` : ""}`
                : "",
          },
          { header: t`Place`, text: ({ place }) => (place && places.get(place.id)) ?? "" },
          {
            header: t`State`,
            width: 160,
            text: ({ ssid, remarks }) =>
              [ssid === null ? t`Not in the campus` : t`In the campus as ${ssid}`, ...remarks].join(". "),
          },
        ]}
      />
      {first && (
        <Group gap="xs">
          <Button onClick={() => setOpen(true)}>
            {t`${plural(rows.length, { one: "Add # device", other: "Add # devices" })}`}
          </Button>
          {alike.length > rows.length && (
            <Button variant="default" onClick={() => choose(alike)}>
              {t`Choose all ${alike.length} with the same points`}
            </Button>
          )}
        </Group>
      )}
      {silent.length > 0 && (
        <Text size="sm" c="dimmed">
          {t`${plural(silent.length, { one: "# device did not answer:", other: "# devices did not answer:" })}`}{" "}
          {silent
            .slice(0, 10)
            .map(({ key, why }) => (why === "" ? key : `${key} (${why})`))
            .join(", ")}
        </Text>
      )}
      {isOpen && first && (
        <AddFoundDialog
          gateway={gateway}
          devices={rows}
          isSearching={isSearching(found)}
          onClose={() => setOpen(false)}
          onDone={() => setChosen(new Set())}
        />
      )}
    </>
  );
}
