import { useLingui } from "@lingui/react/macro";
import { Card, Stack, Title } from "@mantine/core";
import {
  createPump,
  type PumpCredentials,
  listPumpDevices,
  listPumpPlaces,
} from "@verandah/contract/pumps/pump-administration.ts";
import {
  addPumpForm,
  PUMP_TYPE,
  TOPIC_ID_LENGTH,
  TOPIC_ID_PREFIX,
} from "@verandah/contract/pumps/pump-forms.ts";
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
import { FieldsForm, type FormField } from "./fields-form.tsx";
import { PagedTable } from "./paged-table.tsx";

type Device = ReplyOf<typeof listPumpDevices>[number];

const deviceActions = (device: Device) => <DeviceActions device={device} />;

const LINE_MAX = 60;
/** Source: spec 2 §5 Device topic id. */
const TOPIC_ID_INPUT_MIN = 5;

/** Source: spec 2 §2 Add Device form. */
export function AddDeviceScreen() {
  const { t } = useLingui();
  const create = useChange(createPump);
  const devices = useRoute(listPumpDevices, {});
  const places = useRoute(listPumpPlaces, {});
  const [only, ...others] = places.data ?? [];
  const [credentials, setCredentials] = useState<PumpCredentials>();
  const line = { maxLength: LINE_MAX };
  const fields: FormField[] = [
    { name: "name", label: t`Device Name`, ...line },
    {
      name: "ss_address_value",
      label: t`Device Topic Id`,
      tooltip: t`Please prefix topic id with 'ASPump'`,
      maxLength: TOPIC_ID_LENGTH,
      minLength: TOPIC_ID_INPUT_MIN,
    },
    {
      name: "ss_type",
      label: t`Device Type`,
      kind: "choice",
      options: [{ value: PUMP_TYPE.value, label: PUMP_TYPE.label }],
    },
    {
      name: "building_id",
      label: t`Place`,
      kind: "choice",
      options: (places.data ?? []).map((place) => ({ value: String(place.id), label: place.name })),
    },
    { name: "serial_number", label: t`Serial Number`, ...line },
    { name: "model_number", label: t`Model Number`, ...line },
    { name: "manufacturing_site", label: t`Manufacturing Site`, ...line },
    {
      name: "manufacturing_date",
      label: t`Manufacturing Date`,
      kind: "date",
      placeholder: t`dd/MM/yyyy`,
    },
    { name: "digital_board_serial_number", label: t`Digital Board Serial Number`, ...line },
    { name: "DR_DC_board_serial_number", label: t`DR/DC Board Serial Number`, ...line },
    { name: "power_board_serial_number", label: t`Power Board Serial Number`, ...line },
  ];
  return (
    <Stack gap={14}>
      <PageTitle>{t`Add device`}</PageTitle>
      <Card padding="md">
        <Section of={places}>
          {() => (
            <FieldsForm
              fields={fields}
              initial={{
                ss_address_value: TOPIC_ID_PREFIX,
                ...(only && others.length === 0 && { building_id: String(only.id) }),
              }}
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
