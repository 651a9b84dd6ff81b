import { useLingui } from "@lingui/react/macro";
import { Button, Card, Stack } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import {
  createCustomerWithPump,
  listPumpDevices,
  listPumpPlaces,
  listUserDevices,
  type PumpCredentials,
} from "@verandah/contract/pumps/pump-administration.ts";
import { addPumpForm, customerForm, PUMP_TYPE } from "@verandah/contract/pumps/pump-forms.ts";
import { useState } from "react";
import { z } from "zod";

import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { Section } from "#shared/ui/section.tsx";

import { CredentialsDialog, type SignIn } from "./credentials-dialog.tsx";
import { FieldsForm, type FormField } from "./fields-form.tsx";
import { firstDeviceValues, useCustomerFields, useDeviceFields } from "./use-form-fields.ts";

/** The choice that adds a pump; others are the ids of free pumps. */
const NEW = "new";

const withNewPump = z.object({ customer: customerForm, device: addPumpForm });
const withFreePump = z.object({ customer: customerForm, ss_id: z.string().transform(Number) });
const isNew = (values: Record<string, unknown>) => values["ss_id"] === NEW;

const within = (group: string, fields: readonly FormField[]) =>
  fields.map((field) => ({ ...field, name: `${group}.${field.name}` }));

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
  const [first, ...others] = within("customer", useCustomerFields());
  const deviceFields = within("device", useDeviceFields(places.data ?? []));
  const taken = new Set(mapped?.map(({ PumpId: id }) => id));
  // Without the mappings no pump is known to be free.
  const free = mapped ? devices.filter(({ id }) => !taken.has(id)) : [];
  const choice: FormField = {
    name: "ss_id",
    label: t`Pump`,
    heading: t`Pump`,
    kind: "choice",
    description: t`A new pump, or one that no customer has`,
    options: [
      { value: NEW, label: t`New pump` },
      ...free.map(({ id, name }) => ({ value: String(id), label: name })),
    ],
  };

  async function submit(values: Record<string, unknown>): Promise<void> {
    const input = isNew(values) ? withNewPump.parse(values) : withFreePump.parse(values);
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
            <FieldsForm
              fields={[
                ...(first ? [{ ...first, heading: t`Customer` }] : []),
                ...others,
                choice,
                ...deviceFields.map((field) => ({ ...field, isShown: isNew })),
              ]}
              initial={{
                ss_id: NEW,
                "device.ss_type": PUMP_TYPE.value,
                ...Object.fromEntries(
                  Object.entries(firstDeviceValues(known)).map(([name, value]) => [`device.${name}`, value]),
                ),
              }}
              schema={(values) => (isNew(values) ? withNewPump : withFreePump)}
              submitText={t`Submit`}
              onSubmit={submit}
            />
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
            component={Link}
            to={`/admin/dashboard?device=${encodeURIComponent(made.ssid)}`}
          >{t`Open the pump`}</Button>
        </CredentialsDialog>
      )}
    </Stack>
  );
}
