import { Trans, useLingui } from "@lingui/react/macro";
import { Text } from "@mantine/core";
import { addDevice } from "@verandah/contract/campuses/campus-devices.ts";
import type { CampusTreeNode } from "@verandah/contract/campuses/campus-tree.ts";
import { getNetworkStatus } from "@verandah/contract/devices/network.ts";
import { builtInTypes } from "@verandah/equipment/catalogue.ts";

import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { useSiteTypes } from "#shared/equipment/site-types.ts";
import { useTypeName } from "#shared/texts/use-type-name.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { FormDialog } from "#shared/ui/form/form.tsx";

const TITLE_MAX = 120;
const ID_MAX = 64;

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
  const gateways = network?.children.filter(({ kind }) => kind === "gateway") ?? [];
  const placeName = place.title;

  return (
    <FormDialog
      title={t`Add a device to ${placeName}`}
      onClose={onClose}
      initial={{ title: "", type: "", ssid: "", gateway: "" }}
      fields={[
        { name: "title", label: t`Name`, maxLength: TITLE_MAX, isRequired: true, "data-autofocus": true },
        {
          name: "type",
          label: t`Type`,
          kind: "choice",
          options: types.map(({ type }) => ({ value: type, label: typeName(type) })),
          isRequired: true,
        },
        {
          name: "ssid",
          label: t`Address`,
          description: t`The id of the device in the file of its gateway`,
          maxLength: ID_MAX,
          isRequired: true,
        },
        {
          name: "gateway",
          label: t`Gateway`,
          kind: "choice",
          options: gateways.flatMap(({ ssid, name }) =>
            ssid === null ? [] : [{ value: ssid, label: name }],
          ),
          isRequired: true,
        },
        <ErrorBanner key="network" error={networkError} />,
        <Text key="note" size="sm" c="dimmed">
          <Trans>The device has no data until the file of its gateway names it too.</Trans>
        </Text>,
      ]}
      action={t`Add`}
      submit={(values) => add.mutateAsync({ parent: place.id, ...values })}
      done={({ title }) => t`${title} is added.`}
    />
  );
}
