import { useLingui } from "@lingui/react/macro";
import { ActionIcon, Text } from "@mantine/core";
import { IconKey, IconMapPin, IconPencil, IconTrash } from "@tabler/icons-react";
import {
  deletePump,
  editPump,
  type PumpCredentials,
  renewPumpCredentials,
} from "@verandah/contract/pumps/pump-administration.ts";
import { pumpEditForm, pumpPositionForm, TOPIC_ID_LENGTH } from "@verandah/contract/pumps/pump-forms.ts";
import { placePump } from "@verandah/contract/pumps/pump-map.ts";
import { useState } from "react";

import { useChange } from "#data/query/use-change.ts";
import { QuestionDialog } from "#shared/ui/dialogs/question-dialog.tsx";
import { showToast } from "#shared/ui/feedback/toast.ts";
import { FormDialog } from "#shared/ui/form/form.tsx";

import { CredentialsDialog } from "./credentials-dialog.tsx";
import { LINE_MAX } from "./customer-fields.ts";

interface Props {
  device: { id: number; name: string; ssid: string; latitude?: number | null; longitude?: number | null };
}

/** Edits a pump, renews its credentials, and removes it. Source: spec 2 §2 User-device mapping. */
export function DeviceActions({ device }: Props) {
  const { t } = useLingui();
  const { id, name, ssid } = device;
  const [opened, setOpened] = useState<"edit" | "position" | "delete" | "renew">();
  const [credentials, setCredentials] = useState<PumpCredentials>();
  const renew = useChange(renewPumpCredentials);
  const remove = useChange(deletePump);
  const close = () => setOpened(undefined);
  const buttons = [
    { kind: "edit", label: t`Edit ${name}`, icon: IconPencil },
    { kind: "position", label: t`Position of ${name}`, icon: IconMapPin },
    { kind: "renew", label: t`Renew the credentials of ${name}`, icon: IconKey },
    { kind: "delete", label: t`Delete ${name}`, icon: IconTrash },
  ] as const;

  function removeDevice() {
    remove.mutate(
      { id },
      {
        onSuccess: () => {
          showToast({ kind: "success", text: t`Device successfully deleted` });
          close();
        },
      },
    );
  }

  function renewCredentials() {
    renew.mutate(
      { id },
      {
        onSuccess: (made) => {
          setCredentials(made);
          close();
        },
      },
    );
  }

  return (
    <>
      {buttons.map(({ kind, label, icon: Icon }) => (
        <ActionIcon key={kind} size="lg" aria-label={label} title={label} onClick={() => setOpened(kind)}>
          <Icon size={18} aria-hidden />
        </ActionIcon>
      ))}
      {opened === "edit" && <EditDialog device={{ id, name, ssid }} onClose={close} />}
      {opened === "position" && <PositionDialog device={device} onClose={close} />}
      {opened === "delete" && (
        <QuestionDialog
          title={t`Delete ${name}`}
          action={t`Delete`}
          call={remove}
          onConfirm={removeDevice}
          onClose={close}
        >
          <Text>{t`Are you sure you want to delete this device?`}</Text>
          <Text mt="xs">{t`Its customer no longer sees it, and its controller can no longer connect. Its history stays. This cannot be undone.`}</Text>
        </QuestionDialog>
      )}
      {opened === "renew" && (
        <QuestionDialog
          title={t`Renew the credentials of ${name}`}
          action={t`Renew`}
          call={renew}
          onConfirm={renewCredentials}
          onClose={close}
        >
          <Text>{t`The pump cannot connect again until it has the new password.`}</Text>
        </QuestionDialog>
      )}
      {credentials && (
        <CredentialsDialog credentials={credentials} onClose={() => setCredentials(undefined)} />
      )}
    </>
  );
}

function EditDialog({ device, onClose }: Props & { onClose: () => void }) {
  const { t } = useLingui();
  const edit = useChange(editPump);
  const { name } = device;
  const unchanged = "Nothing was changed";
  const messages: Readonly<Record<string, string>> = {
    "DeviceUID updated": t`DeviceUID updated`,
    "DeviceName updated": t`DeviceName updated`,
    "DeviceName and DeviceUID updated": t`DeviceName and DeviceUID updated`,
    [unchanged]: t`Nothing was changed`,
  };
  return (
    <FormDialog
      title={t`Edit ${name}`}
      onClose={onClose}
      initial={{ name, ss_address_value: device.ssid }}
      fields={[
        {
          name: "name",
          label: t`username`,
          description: t`The name of the device`,
          maxLength: LINE_MAX,
          withAsterisk: true,
        },
        {
          name: "ss_address_value",
          label: t`DeviceUID`,
          description: t`The topic id is the pump's MQTT username too.`,
          maxLength: TOPIC_ID_LENGTH,
          withAsterisk: true,
        },
      ]}
      schema={pumpEditForm}
      action={t`Submit`}
      submit={async (next) => {
        const isChanged = next.name !== name || next.ss_address_value !== device.ssid;
        // A form without a change must not overwrite what another administrator has changed.
        return isChanged ? edit.mutateAsync({ ...next, id: device.id }) : { message: unchanged };
      }}
      onDone={({ message }) => showToast({ kind: "success", text: messages[message] ?? message })}
    />
  );
}

const degrees = { maxLength: 14, withAsterisk: true };
const textOf = (value: number | null | undefined) => (value == null ? "" : String(value));

/** Where the pump is on the map of the fleet. */
function PositionDialog({ device, onClose }: Props & { onClose: () => void }) {
  const { t } = useLingui();
  const place = useChange(placePump);
  const { id, name, latitude, longitude } = device;
  return (
    <FormDialog
      title={t`Position of ${name}`}
      onClose={onClose}
      initial={{ latitude: textOf(latitude), longitude: textOf(longitude) }}
      fields={[
        { name: "latitude", label: t`Latitude`, description: t`Degrees such as 13.07`, ...degrees },
        { name: "longitude", label: t`Longitude`, description: t`Degrees such as 77.79`, ...degrees },
      ]}
      schema={pumpPositionForm}
      submit={(values) => place.mutateAsync({ ...values, id })}
      done={t`${name} is on the map.`}
    />
  );
}
