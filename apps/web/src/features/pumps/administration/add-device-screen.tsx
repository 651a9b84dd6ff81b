import { useLingui } from "@lingui/react/macro";
import { Card, Stack, Title } from "@mantine/core";
import {
  createPump,
  type PumpCredentials,
  listPumpDevices,
  listPumpPlaces,
} from "@verandah/contract/pumps/pump-administration.ts";
import { addPumpForm } from "@verandah/contract/pumps/pump-forms.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { useState } from "react";

import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { errorText } from "#shared/texts/error-text.ts";
import { showToast } from "#shared/ui/feedback/toast.ts";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { Section } from "#shared/ui/section.tsx";

import { CredentialsDialog } from "./credentials-dialog.tsx";
import { DeviceActions } from "./device-actions.tsx";
import { FieldsForm } from "./fields-form.tsx";
import { PagedTable } from "./paged-table.tsx";
import { firstDeviceValues, useDeviceFields } from "./use-form-fields.ts";

type Device = ReplyOf<typeof listPumpDevices>[number];

const deviceActions = (device: Device) => <DeviceActions device={device} />;

/** Source: spec 2 §2 Add Device form. */
export function AddDeviceScreen() {
  const { t } = useLingui();
  const create = useChange(createPump);
  const devices = useRoute(listPumpDevices, {});
  const places = useRoute(listPumpPlaces, {});
  const [credentials, setCredentials] = useState<PumpCredentials>();
  const fields = useDeviceFields(places.data ?? []);
  return (
    <Stack gap={14}>
      <PageTitle>{t`Add device`}</PageTitle>
      <Card padding="md">
        <Section of={places}>
          {() => (
            <FieldsForm
              fields={fields}
              initial={firstDeviceValues(places.data ?? [])}
              schema={addPumpForm}
              submitText={t`Submit`}
              onFailure={(failure) =>
                showToast({ kind: "error", title: t`Error in adding device`, text: errorText(failure) })
              }
              onSubmit={async (values) => {
                const { building_id: place, ...pump } = addPumpForm.parse(values);
                const { credentials: made } = await create.mutateAsync({
                  ...pump,
                  building_id: Number(place),
                });
                showToast({ kind: "success", text: t`Device added successfully` });
                setCredentials(made);
              }}
            />
          )}
        </Section>
      </Card>
      <Card padding="md">
        <Title order={2} size="h5" mb="xs">{t`Devices`}</Title>
        <PagedTable
          label={t`Devices`}
          of={devices}
          rowKey={({ id }) => id}
          emptyText={t`No pump has been added yet.`}
          columns={[
            { header: t`Device Name`, text: ({ name }) => name },
            { header: t`Device Topic Id`, text: ({ ssid }) => ssid },
          ]}
          actions={deviceActions}
        />
      </Card>
      {credentials && (
        <CredentialsDialog credentials={credentials} onClose={() => setCredentials(undefined)} />
      )}
    </Stack>
  );
}
