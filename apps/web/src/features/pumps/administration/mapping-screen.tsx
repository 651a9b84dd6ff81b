import { useLingui } from "@lingui/react/macro";
import { Card, Stack, Text, Title } from "@mantine/core";
import { mapPump, listPumpDevices, listUserDevices } from "@verandah/contract/pumps/pump-administration.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { listPumpUsers } from "@verandah/contract/users/customers.ts";
import { useState } from "react";
import { z } from "zod";

import { useChange } from "#data/query/use-change.ts";
import { useNewest } from "#data/query/use-newest.ts";
import { useRoute } from "#data/query/use-route.ts";
import { QuestionDialog } from "#shared/ui/dialogs/question-dialog.tsx";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { showToast } from "#shared/ui/feedback/toast.ts";
import { Form } from "#shared/ui/form/form.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";

import { DeviceActions } from "./device-actions.tsx";
import { PagedTable } from "./paged-table.tsx";

type Mapping = ReplyOf<typeof listUserDevices>[number];

const deviceActions = (mapping: Mapping) => <MappedDeviceActions mapping={mapping} />;

function MappedDeviceActions({ mapping }: { mapping: Mapping }) {
  const { PumpId: id, deviceName: name, deviceId: ssid } = mapping;
  const { data: devices } = useRoute(listPumpDevices, {});
  return <DeviceActions device={devices?.find((device) => device.id === id) ?? { id, name, ssid }} />;
}

const chosen = z.string().min(1, "field cannot be empty").transform(Number);
const mapForm = z.object({ zone_id: chosen, ss_id: chosen });

/** A pump that another user has, and the user that gets it. */
interface Takeover {
  input: z.output<typeof mapForm>;
  device: string;
  from: string;
  to: string;
}

/** Source: spec 2 §2 User-device mapping. */
export function MappingScreen() {
  const { t } = useLingui();
  const map = useChange(mapPump);
  const newest = useNewest();
  const { data: users = [], error: usersError } = useRoute(listPumpUsers, {});
  const { data: devices = [], error: devicesError } = useRoute(listPumpDevices, {});
  const mapped = useRoute(listUserDevices, {});
  const [takeover, setTakeover] = useState<Takeover>();
  const { device, from, to } = takeover ?? { device: "", from: "", to: "" };

  async function submit(input: Takeover["input"]): Promise<void> {
    await map.mutateAsync(input);
    showToast({ kind: "success", text: t`User and Device are successfully mapped` });
    setTakeover(undefined);
  }

  return (
    <Stack gap={14}>
      <PageTitle>{t`Mapping`}</PageTitle>
      <Card padding="md">
        <ErrorBanner error={usersError ?? devicesError} />
        <Form
          initial={{ zone_id: "", ss_id: "" }}
          fields={[
            {
              name: "zone_id",
              label: t`User`,
              kind: "choice",
              options: users.map(({ building_id: id, username }) => ({ value: String(id), label: username })),
              withAsterisk: true,
            },
            {
              name: "ss_id",
              label: t({ message: "Device", comment: "Field: which pump" }),
              kind: "choice",
              options: devices.map(({ id, name }) => ({ value: String(id), label: name })),
              withAsterisk: true,
            },
          ]}
          schema={mapForm}
          action={t`Submit`}
          keepsValues
          submit={async (input) => {
            const user = users.find(({ building_id: id }) => id === input.zone_id)?.username ?? "";
            const owned = (await newest(listUserDevices, {})).find(({ PumpId: id }) => id === input.ss_id);
            if (!owned || owned.userName === user) await submit(input);
            else setTakeover({ input, device: owned.deviceName, from: owned.userName, to: user });
          }}
        />
      </Card>
      <Card padding="md">
        <Title order={2} size="h5" mb="xs">{t`Mapped devices`}</Title>
        <PagedTable
          label={t`Mapped devices`}
          of={mapped}
          rowKey={({ PumpId: id }) => id}
          emptyText={t`No pump is mapped to a user yet.`}
          columns={[
            { header: t`User name`, text: ({ userName }) => userName },
            { header: t`Device name`, text: ({ deviceName }) => deviceName },
          ]}
          actions={deviceActions}
        />
      </Card>
      {takeover && (
        <QuestionDialog
          title={t`Map ${device} to ${to}?`}
          action={t`Map the pump`}
          call={map}
          onConfirm={() => void submit(takeover.input).catch(() => undefined)}
          onClose={() => setTakeover(undefined)}
        >
          <Text>{t`It is mapped to ${from} now, who will no longer see it.`}</Text>
        </QuestionDialog>
      )}
    </Stack>
  );
}
