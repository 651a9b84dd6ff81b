import { useLingui } from "@lingui/react/macro";
import { Button, Card, Stack, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import {
  createCustomerWithPump,
  createPump,
  type PumpCredentials,
  listPumpDevices,
  listPumpPlaces,
  listUserDevices,
} from "@verandah/contract/pumps/pump-administration.ts";
import {
  addPumpForm,
  customerForm,
  PUMP_TYPE,
  TOPIC_ID_LENGTH,
  TOPIC_ID_PREFIX,
} from "@verandah/contract/pumps/pump-forms.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { useState } from "react";
import { z } from "zod";

import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { errorText } from "#shared/texts/error-text.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { showToast } from "#shared/ui/feedback/toast.ts";
import { DESCRIPTION_BELOW, type FormField } from "#shared/ui/form/form-field.tsx";
import { Form } from "#shared/ui/form/form.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { Section } from "#shared/ui/section.tsx";

import { CredentialsDialog, type SignIn } from "./credentials-dialog.tsx";
import { emptyValues, LINE_MAX, useCustomerFields } from "./customer-fields.ts";
import { DeviceActions } from "./device-actions.tsx";
import { PagedTable } from "./paged-table.tsx";

type Device = ReplyOf<typeof listPumpDevices>[number];

const deviceActions = (device: Device) => <DeviceActions device={device} />;

/** Source: spec 2 §5 Device topic id. */
const TOPIC_ID_INPUT_MIN = 5;

interface Place {
  id: number;
  name: string;
}

/** The prefix of a topic id, and the only place. */
function firstDeviceValues([only, ...others]: readonly Place[]): Record<string, string> {
  return {
    ss_address_value: TOPIC_ID_PREFIX,
    ...(only && others.length === 0 && { building_id: String(only.id) }),
  };
}

/** The fields of Add Device. */
function useDeviceFields(places: readonly Place[]): FormField[] {
  const { t } = useLingui();
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
      options: places.map((place) => ({ value: String(place.id), label: place.name })),
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
  return fields.map((field) => ({ withAsterisk: true, ...field }));
}

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
            <Form
              initial={{ ...emptyValues(fields), ...firstDeviceValues(places.data ?? []) }}
              fields={fields}
              schema={addPumpForm}
              action={t`Submit`}
              onFailure={(failure) =>
                showToast({ kind: "error", title: t`Error in adding device`, text: errorText(failure) })
              }
              submit={(pump) => create.mutateAsync({ ...pump, building_id: Number(pump.building_id) })}
              done={t`Device added successfully`}
              onDone={({ credentials: made }) => setCredentials(made)}
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
          hasActionColumn
        />
      </Card>
      {credentials && (
        <CredentialsDialog credentials={credentials} onClose={() => setCredentials(undefined)} />
      )}
    </Stack>
  );
}

/** The choice that adds a pump; others are the ids of free pumps. */
const NEW = "new";

const withNewPump = z.object({ customer: customerForm, device: addPumpForm });
const withFreePump = z.object({ customer: customerForm, ss_id: z.string().transform(Number) });

const within = <Group extends string>(group: Group, fields: readonly FormField[]) =>
  fields.map((field) => ({ ...field, name: `${group}.${field.name}` as const }));

interface Made {
  ssid: string;
  signIn: SignIn;
  credentials: PumpCredentials | undefined;
}

/** Add User, Add device and Mapping in one form. Source: product.md "Deliberate differences". */
export function NewCustomerScreen() {
  const { t } = useLingui();
  const create = useChange(createCustomerWithPump);
  const places = useRoute(listPumpPlaces, {});
  const { data: devices = [], error: devicesError } = useRoute(listPumpDevices, {});
  const { data: mapped, error: mappedError } = useRoute(listUserDevices, {});
  const [made, setMade] = useState<Made>();
  const customerFields = useCustomerFields();
  const deviceFields = useDeviceFields(places.data ?? []);
  const taken = new Set(mapped?.map(({ PumpId: id }) => id));
  // Without the mappings no pump is known to be free.
  const free = mapped ? devices.filter(({ id }) => !taken.has(id)) : [];
  const choice = {
    name: "ss_id",
    label: t`Pump`,
    kind: "choice",
    description: t`A new pump, or one without a customer`,
    inputWrapperOrder: DESCRIPTION_BELOW,
    options: [
      { value: NEW, label: t`New pump` },
      ...free.map(({ id, name }) => ({ value: String(id), label: name })),
    ],
    withAsterisk: true,
  } as const;

  async function submit(input: z.output<typeof withNewPump> | z.output<typeof withFreePump>): Promise<void> {
    const { ssid, credentials } = await create.mutateAsync(
      "device" in input
        ? { ...input, device: { ...input.device, building_id: Number(input.device.building_id) } }
        : input,
    );
    const { name: username, password } = input.customer;
    setMade({ ssid, credentials, signIn: { username, password } });
  }

  return (
    <Stack gap={14}>
      <PageTitle>{t`New customer with pump`}</PageTitle>
      <Card padding="md">
        <ErrorBanner error={devicesError ?? mappedError} />
        <Section of={places}>
          {(known) => (
            <Form
              initial={{
                ss_id: NEW,
                customer: emptyValues(customerFields),
                device: {
                  ...emptyValues(deviceFields),
                  ...firstDeviceValues(known),
                  ss_type: PUMP_TYPE.value,
                },
              }}
              schema={({ ss_id: pump }) => (pump === NEW ? withNewPump : withFreePump)}
              action={t`Submit`}
              submit={submit}
            >
              {({ values }) => [
                <Title key="customer" order={2} size="h5">{t`Customer`}</Title>,
                ...within("customer", customerFields),
                <Title key="pump" order={2} size="h5">{t`Pump`}</Title>,
                choice,
                ...(values.ss_id === NEW ? within("device", deviceFields) : []),
              ]}
            </Form>
          )}
        </Section>
      </Card>
      {made && (
        <CredentialsDialog
          title={t`Customer and pump are ready`}
          signIn={made.signIn}
          credentials={made.credentials}
          onClose={() => setMade(undefined)}
        >
          <Button
            c="var(--button-color)"
            component={Link}
            to={`/admin/dashboard?device=${encodeURIComponent(made.ssid)}`}
          >{t`Open the pump`}</Button>
        </CredentialsDialog>
      )}
    </Stack>
  );
}
