import { useLingui } from "@lingui/react/macro";
import { Button, Group, Stack, Text } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import {
  editGateway,
  type GatewayClaim,
  type GatewayDevice,
  getGateway,
  removeGateway,
  renewClaimCode,
  restoreGateway,
} from "@verandah/contract/gateways/gateways.ts";
import { protocolNames } from "@verandah/contract/gateways/protocol-fields.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { useState } from "react";

import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { numberText } from "#shared/format/number.ts";
import { PointTestsCard } from "#shared/point-tests/point-tests-card.tsx";
import { DataTable } from "#shared/ui/data-grid/data-table.tsx";
import { FactList } from "#shared/ui/fact-list.tsx";
import { toastFailure } from "#shared/ui/feedback/toast.ts";
import { showUndoToast } from "#shared/ui/feedback/undo-toast.tsx";
import { isEmpty } from "#shared/ui/form/form-field.tsx";
import { FormDialog } from "#shared/ui/form/form.tsx";
import { SectionCard } from "#shared/ui/section-card.tsx";
import { Section } from "#shared/ui/section.tsx";

import { DeviceDialog } from "./device-dialog.tsx";
import { FirstHourCard } from "./first-hour-card.tsx";
import { FoundDevices } from "./found-devices.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import {
  useCertificateText,
  useConnectionText,
  useDeviceColumns,
  useModelText,
} from "./use-gateway-texts.ts";

type Details = ReplyOf<typeof getGateway>;

interface Props {
  id: number;
  onClaim: (claim: GatewayClaim) => void;
  onClose: () => void;
}

/** A gateway with its devices. */
export function GatewayDetails({ id, onClaim, onClose }: Props) {
  const { t } = useLingui();
  const loaded = useRoute(getGateway, { id });
  return (
    <Stack gap={14} align="stretch">
      <Group>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={onClose}
        >
          {t`All gateways`}
        </Button>
      </Group>
      <Section of={loaded}>
        {(gateway) => <Loaded gateway={gateway} onClaim={onClaim} onClose={onClose} />}
      </Section>
    </Stack>
  );
}

function Loaded({ gateway, onClaim, onClose }: Omit<Props, "id"> & { gateway: Details }) {
  const { t } = useLingui();
  const connectionText = useConnectionText();
  const modelText = useModelText();
  const certificateText = useCertificateText();
  const renew = useChange(renewClaimCode);
  const [open, setOpen] = useState<"edit" | "import">();
  const { id, ssid, name, model, outboxDropped, outboxPending } = gateway;
  const close = () => setOpen(undefined);
  const newCode = () => renew.mutate({ id }, { onSuccess: onClaim, onError: toastFailure });
  const remove = useChange(removeGateway);
  const restore = useChange(restoreGateway);
  const onRemoved = () => {
    onClose();
    showUndoToast(t`${name} is removed.`, () => restore.mutateAsync({ id }));
  };
  return (
    <>
      <SectionCard title={name}>
        <FactList
          mb={12}
          isPlain
          facts={[
            [t`Id`, ssid],
            [t`State`, connectionText(gateway.state)],
            [t`Site model`, modelText(gateway)],
            [t`Certificate of the server`, certificateText(gateway)],
            [t`Software`, gateway.software],
            [t`Pending messages`, outboxPending !== null && numberText(outboxPending)],
            [t`Lost messages`, outboxDropped !== null && outboxDropped > 0 && numberText(outboxDropped)],
          ]}
        />
        {!model && (
          <Text size="sm" mb="sm">
            {t`This gateway has its devices in a settings file. Import the file to change them here, then make a code and let the gateway join.`}
          </Text>
        )}
        <Group gap="xs">
          {model && (
            <Button
              loading={renew.isPending}
              onClick={newCode}
              variant={gateway.hasJoined ? "default" : "filled"}
            >
              {t`New code`}
            </Button>
          )}
          <Button variant="default" onClick={() => setOpen("edit")}>{t`Edit`}</Button>
          <Button variant={model ? "default" : "filled"} onClick={() => setOpen("import")}>
            {t`Import a settings file`}
          </Button>
          {model && (
            <Button
              variant="default"
              loading={remove.isPending}
              onClick={() => remove.mutate({ id }, { onSuccess: onRemoved, onError: toastFailure })}
            >
              {t`Remove`}
            </Button>
          )}
        </Group>
      </SectionCard>
      {gateway.devices.length > 0 && <FirstHourCard gateway={id} name={name} />}
      <DevicesCard gateway={gateway} />
      {model && <FoundDevices gateway={id} />}
      <PointTestsCard of={{ gateway: id }} />
      {open === "edit" && <EditDialog gateway={gateway} onClose={close} />}
      {open === "import" && <ImportDialog id={id} onClose={close} />}
    </>
  );
}

function DevicesCard({ gateway: { id, model, devices } }: { gateway: Details }) {
  const { t } = useLingui();
  const columns = useDeviceColumns();
  const [open, setOpen] = useState<{ device?: GatewayDevice }>();
  const add = model && (
    <Button variant="default" size="compact-md" onClick={() => setOpen({})}>
      {t`Add a device`}
    </Button>
  );
  return (
    <SectionCard title={t`Devices`} aside={add}>
      <DataTable
        label={t`Devices`}
        rows={devices}
        rowKey={({ ssid }) => ssid}
        emptyText={t`No device yet. Add the first one.`}
        columns={[
          ...columns,
          {
            header: t`Connection`,
            width: 180,
            text: ({ reach }) =>
              reach ? reachText(reach) : model ? t`No address yet` : t`In the file of the gateway`,
          },
          { header: t`Profile`, text: ({ reach }) => reach?.profile ?? "" },
          model !== null && {
            header: t`Actions`,
            card: "action",
            render: ({ name, ...device }) => (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={t`Edit ${name}`}
                onClick={() => setOpen({ device: { name, ...device } })}
              >
                {t`Edit`}
              </Button>
            ),
          },
        ]}
      />
      {open && <DeviceDialog gateway={id} {...open} onClose={() => setOpen(undefined)} />}
    </SectionCard>
  );
}

/** `Modbus 192.168.1.21:502 3` */
const reachText = ({ protocol, address }: NonNullable<GatewayDevice["reach"]>) =>
  [
    protocolNames[protocol] ?? protocol,
    ...["address", "url", "instance", "unitId", "ups"].flatMap((name) =>
      isEmpty(address[name]) ? [] : [String(address[name])],
    ),
  ].join(" ");

const SECOND_MS = 1_000;
const POLL_SECOND = 10;
const BACNET_PORT = 47_808;

const numberOf = (value: unknown, otherwise: number) => (typeof value === "number" ? value : otherwise);

const textOf = (value: unknown) => (typeof value === "string" ? value : "");
const given = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));

/** Changes the name of a gateway, how often it polls, and where it speaks BACnet and MQTT. */
function EditDialog({ gateway, onClose }: { gateway: Details; onClose: () => void }) {
  const { t } = useLingui();
  const edit = useChange(editGateway);
  const { id, name, model } = gateway;
  const { polling = {}, bacnet = {}, mqtt = {} } = model?.settings ?? {};
  const initial = {
    name,
    pollSecond: numberOf(polling["intervalMs"], POLL_SECOND * SECOND_MS) / SECOND_MS,
    settings: {
      bacnet: {
        interface: textOf(bacnet["interface"]) || "0.0.0.0",
        port: numberOf(bacnet["port"], BACNET_PORT),
      },
      mqtt: { url: textOf(mqtt["url"]), user: textOf(mqtt["user"]), password: "" },
    },
  };
  return (
    <FormDialog
      title={t`Edit ${name}`}
      onClose={onClose}
      initial={initial}
      fields={[
        { name: "name", label: t`Name`, maxLength: 120, isRequired: true, "data-autofocus": true },
        ...(model
          ? ([
              {
                name: "pollSecond",
                label: t`Poll interval, s`,
                kind: "number",
                min: 0.05,
                max: 3_600,
                isRequired: true,
              },
              {
                name: "settings.bacnet.interface",
                label: t`BACnet: address of the machine in the network of the devices`,
                description: t`0.0.0.0: all networks`,
              },
              { name: "settings.bacnet.port", label: t`BACnet: port`, kind: "number", min: 0, max: 65_535 },
              {
                name: "settings.mqtt.url",
                label: t`MQTT: address of the site's broker`,
                placeholder: "mqtt://192.168.1.5:1883",
              },
              { name: "settings.mqtt.user", label: t`MQTT: username` },
              {
                name: "settings.mqtt.password",
                label: t`MQTT: password`,
                kind: "password",
                autoComplete: "off",
                description: t`Empty: it stays as it is`,
              },
            ] as const)
          : []),
      ]}
      submit={(values) =>
        edit.mutateAsync({
          id,
          name: values.name,
          ...(model && {
            settings: {
              polling: { ...polling, intervalMs: Math.round(values.pollSecond * SECOND_MS) },
              bacnet: { ...bacnet, ...values.settings.bacnet },
              mqtt: given({ ...mqtt, ...values.settings.mqtt }),
            },
          }),
        })
      }
      done={t`${name} is saved.`}
    />
  );
}
