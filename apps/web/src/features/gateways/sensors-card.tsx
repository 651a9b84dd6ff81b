import { useLingui } from "@lingui/react/macro";
import { Button, Group, Stack, Text } from "@mantine/core";
import {
  addSensor,
  listSensors,
  renewSensorPassword,
  type SensorAccess,
} from "@verandah/contract/gateways/gateways.ts";
import { useState } from "react";

import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { DataTable } from "#shared/ui/data-grid/data-table.tsx";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { QuestionDialog } from "#shared/ui/dialogs/question-dialog.tsx";
import { FormDialog } from "#shared/ui/form/form.tsx";
import { SectionCard } from "#shared/ui/section-card.tsx";
import { Section } from "#shared/ui/section.tsx";

import { Line, PlainTextNote } from "./claim-dialog.tsx";
import { useDeviceColumns, useNewFields } from "./use-gateway-texts.ts";

/** Devices that connect to the server by themselves. */
export function SensorsCard() {
  const { t } = useLingui();
  const columns = useDeviceColumns();
  const listed = useRoute(listSensors, {});
  const [isAdding, setIsAdding] = useState(false);
  const [asked, setAsked] = useState<{ id: number; name: string }>();
  const [access, setAccess] = useState<SensorAccess>();
  const add = (
    <Button variant="default" size="compact-md" onClick={() => setIsAdding(true)}>
      {t`Add sensor`}
    </Button>
  );
  return (
    <SectionCard title={t`Sensors with MQTT`} aside={add}>
      <Section
        of={listed}
        empty={t`A sensor that sends MQTT by itself needs no gateway. Add it to get its password.`}
      >
        {(sensors) => (
          <DataTable
            label={t`Sensors with MQTT`}
            rows={sensors}
            rowKey={({ id }) => id}
            columns={[
              ...columns,
              {
                header: t`Actions`,
                card: "action",
                render: ({ id, name }) => (
                  <Button variant="default" size="compact-sm" onClick={() => setAsked({ id, name })}>
                    {t`New password`}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </Section>
      {isAdding && <AddSensorDialog onAdded={setAccess} onClose={() => setIsAdding(false)} />}
      {asked && <RenewQuestion {...asked} onDone={setAccess} onClose={() => setAsked(undefined)} />}
      {access && <AccessDialog access={access} onClose={() => setAccess(undefined)} />}
    </SectionCard>
  );
}

function AddSensorDialog({
  onAdded,
  onClose,
}: {
  onAdded: (access: SensorAccess) => void;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const add = useChange(addSensor);
  const fields = useNewFields(t`Client id, user name and part of the topic`);
  return (
    <FormDialog
      title={t`Add sensor`}
      onClose={onClose}
      initial={{ name: "", ssid: "", type: "", place: Number.NaN }}
      fields={Object.values(fields)}
      action={t`Add`}
      submit={(values) => add.mutateAsync(values)}
      onDone={onAdded}
    />
  );
}

interface RenewProps {
  id: number;
  name: string;
  onDone: (access: SensorAccess) => void;
  onClose: () => void;
}

function RenewQuestion({ id, name, onDone, onClose }: RenewProps) {
  const { t } = useLingui();
  const renew = useChange(renewSensorPassword);
  function confirm() {
    renew.mutate(
      { id },
      {
        onSuccess: (access) => {
          onClose();
          onDone(access);
        },
      },
    );
  }
  return (
    <QuestionDialog
      title={t`New password for ${name}?`}
      action={t`New password`}
      call={renew}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text size="sm">{t`Its connection ends, and it sends nothing until it has the new password.`}</Text>
    </QuestionDialog>
  );
}

/** The password of a sensor, shown once. */
function AccessDialog({ access, onClose }: { access: SensorAccess; onClose: () => void }) {
  const { t } = useLingui();
  const { ssid, password, topic, address, line } = access;
  return (
    <Dialog
      title={t`Password of ${ssid}`}
      size="lg"
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Text size="sm">{t`The password is shown only now.`}</Text>
        <Line label={t`Address`} text={address.url} />
        <Line label={t`Client id and username`} text={ssid} />
        <Line label={t`Password`} text={password} />
        <Line label={t`Topic`} text={topic} />
        <Line label={t`This line sends a value as a test:`} text={line} />
        <PlainTextNote address={address} />
        <Group justify="flex-end">
          <Button data-autofocus onClick={onClose}>{t`Close`}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
