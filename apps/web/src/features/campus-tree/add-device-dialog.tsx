import { Trans, useLingui } from "@lingui/react/macro";
import { Select, Text, TextInput } from "@mantine/core";
import { addDevice } from "@verandah/contract/campuses/campus-devices.ts";
import type { CampusTreeNode } from "@verandah/contract/campuses/campus-tree.ts";
import { getNetworkStatus } from "@verandah/contract/devices/network.ts";
import { builtInTypes } from "@verandah/equipment/catalogue.ts";
import { useState } from "react";

import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { useSiteTypes } from "#shared/equipment/site-types.ts";
import { errorText } from "#shared/texts/error-text.ts";
import { refusedFieldText } from "#shared/texts/field-text.ts";
import { useTypeName } from "#shared/texts/use-type-name.ts";
import { DialogForm } from "#shared/ui/dialogs/dialog-form.tsx";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { showToast } from "#shared/ui/feedback/toast.ts";

const TITLE_MAX = 120;
const ID_MAX = 64;
const fields = ["ssid", "title", "type", "gateway"] as const;

interface Props {
  place: CampusTreeNode;
  onClose: () => void;
}

/** Adds a device to a place. */
export function AddDeviceDialog({ place, onClose }: Props) {
  const { t } = useLingui();
  const add = useChange(addDevice);
  const typeName = useTypeName();
  const types = [...builtInTypes, ...useSiteTypes()];
  const { data: network, error: networkError } = useRoute(getNetworkStatus, {});
  const [values, setValues] = useState({ ssid: "", title: "", type: "", gateway: "" });
  const [isChecked, setIsChecked] = useState(false);
  const problem = (field: (typeof fields)[number]) =>
    isChecked && values[field].trim() === "" ? t`field cannot be empty` : refusedFieldText(add.error, field);
  const change = (field: (typeof fields)[number]) => (value: string | null) => {
    add.reset();
    setValues({ ...values, [field]: value ?? "" });
  };
  const gateways = network?.children.filter(({ kind }) => kind === "gateway") ?? [];
  const hasFieldProblem = fields.some((field) => refusedFieldText(add.error, field));
  const placeName = place.title;
  const { title } = values;

  function submit() {
    setIsChecked(true);
    if (fields.some((field) => values[field].trim() === "")) return;
    add.mutate(
      { parent: place.id, ...values },
      {
        onSuccess: () => {
          showToast({ kind: "success", text: t`${title} is added.` });
          onClose();
        },
      },
    );
  }

  return (
    <Dialog onClose={onClose} closeOnClickOutside={false} title={t`Add a device to ${placeName}`}>
      <DialogForm action={<Trans>Add</Trans>} isPending={add.isPending} onSubmit={submit} onCancel={onClose}>
        <ErrorBanner error={!hasFieldProblem && add.error} />
        <TextInput
          label={t`Name`}
          maxLength={TITLE_MAX}
          data-autofocus
          value={values.title}
          error={problem("title")}
          onChange={({ currentTarget }) => change("title")(currentTarget.value)}
        />
        <Select
          label={t`Type`}
          searchable
          data={types.map(({ type }) => ({ value: type, label: typeName(type) }))}
          value={values.type || null}
          error={problem("type")}
          onChange={change("type")}
        />
        <TextInput
          label={t`Address`}
          description={t`The id of the device in the file of its gateway`}
          maxLength={ID_MAX}
          value={values.ssid}
          error={problem("ssid")}
          onChange={({ currentTarget }) => change("ssid")(currentTarget.value)}
        />
        <Select
          label={t`Gateway`}
          data={gateways.flatMap(({ ssid, name }) => (ssid === null ? [] : [{ value: ssid, label: name }]))}
          value={values.gateway || null}
          error={problem("gateway") ?? (networkError && errorText(networkError))}
          onChange={change("gateway")}
        />
        <Text size="sm" c="dimmed">
          <Trans>The device has no data until the file of its gateway names it too.</Trans>
        </Text>
      </DialogForm>
    </Dialog>
  );
}
