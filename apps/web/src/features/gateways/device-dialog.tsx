import { useLingui } from "@lingui/react/macro";
import {
  addGatewayDevice,
  editGatewayDevice,
  type GatewayDevice,
  listProfiles,
} from "@verandah/contract/gateways/gateways.ts";
import { protocolFields, protocolNames } from "@verandah/contract/gateways/protocol-fields.ts";

import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { type FormField, isEmpty } from "#shared/ui/form/form-field.tsx";
import { FormDialog } from "#shared/ui/form/form.tsx";

import { useNewFields } from "./use-gateway-texts.ts";

const SECOND_MS = 1_000;

interface Values {
  name: string;
  ssid: string;
  type: string;
  place: number;
  protocol: string;
  profile: string;
  intervalSecond: number;
  address: Record<string, unknown>;
}

/** Every field of all protocols, so that the form has a value of each. */
const noAddress: Record<string, unknown> = Object.fromEntries(
  Object.values(protocolFields).flatMap((fields) =>
    fields.map(({ name, kind }) => [name, kind === "number" ? Number.NaN : ""]),
  ),
);

/** What a call gets: the fields of the protocol that have a value. */
const sentReach = ({ protocol, profile, intervalSecond, address }: Values) => ({
  protocol,
  profile,
  intervalMs: isEmpty(intervalSecond) ? null : Math.round(intervalSecond * SECOND_MS),
  address: Object.fromEntries(
    (protocolFields[protocol] ?? []).flatMap(({ name }) =>
      isEmpty(address[name]) ? [] : [[name, address[name]]],
    ),
  ),
});

interface Props {
  gateway: number;
  /** Undefined: a new one. */
  device?: GatewayDevice | undefined;
  onClose: () => void;
}

/** Adds a device behind a gateway, or changes how the gateway reaches it. */
export function DeviceDialog({ gateway, device, onClose }: Props) {
  const { t } = useLingui();
  const add = useChange(addGatewayDevice);
  const edit = useChange(editGatewayDevice);
  const newFields = useNewFields();
  const { data: profiles = [] } = useRoute(listProfiles, {});
  const { reach, name = "" } = device ?? {};
  const initial: Values = {
    name,
    ssid: device?.ssid ?? "",
    type: device?.type ?? "",
    place: Number.NaN,
    protocol: reach?.protocol ?? "bacnet",
    profile: reach?.profile ?? "",
    intervalSecond: reach?.intervalMs == null ? Number.NaN : reach.intervalMs / SECOND_MS,
    address: { ...noAddress, ...reach?.address },
  };
  const keptSecret = t`Empty: it stays as it is`;

  function addressField(
    protocol: string,
    one: (typeof protocolFields)[string][number],
  ): FormField<`address.${string}`> {
    const isKept = one.kind === "secret" && reach?.protocol === protocol;
    return {
      name: `address.${one.name}`,
      label: t(one.label),
      kind: one.kind === "secret" ? "password" : (one.kind ?? "text"),
      isRequired: one.isRequired ?? false,
      placeholder: one.example,
      ...(one.kind === "secret" && { autoComplete: "off" }),
      ...(one.options && {
        options: one.options.map((value) => ({ value, label: value })),
        clearable: !one.isRequired,
      }),
      ...(isKept && { description: keptSecret }),
    };
  }

  return (
    <FormDialog
      title={device ? t`Connection of ${name}` : t`Add a device`}
      onClose={onClose}
      initial={initial}
      action={device ? t`Save` : t`Add`}
      submit={(values): Promise<unknown> =>
        device
          ? edit.mutateAsync({ ssid: device.ssid, ...sentReach(values) })
          : add.mutateAsync({
              id: gateway,
              name: values.name,
              ssid: values.ssid,
              type: values.type,
              place: values.place,
              ...sentReach(values),
            })
      }
      done={({ name: title }) => (device ? t`${title} is saved.` : t`${title} is added.`)}
    >
      {({ values: { protocol, type } }) => {
        const fitting = profiles.filter((one) => one.protocol === protocol && (one.type ?? type) === type);
        return [
          ...(device ? [] : Object.values(newFields)),
          {
            name: "protocol",
            label: t`Protocol`,
            kind: "choice",
            options: Object.entries(protocolNames).map(([value, label]) => ({ value, label })),
          },
          {
            name: "profile",
            label: t`Profile`,
            kind: "choice",
            options: fitting.map((one) => ({ value: one.name, label: one.name })),
            isRequired: true,
            description:
              fitting.length === 0 &&
              type !== "" &&
              t`No profile of this protocol fits the type. Make one under Profiles.`,
          },
          ...(protocolFields[protocol] ?? []).map((one) => addressField(protocol, one)),
          {
            name: "intervalSecond",
            label: t`Poll interval, s`,
            kind: "number",
            description: t`Empty: that of the gateway`,
            min: 0.05,
            max: 3_600,
          },
        ];
      }}
    </FormDialog>
  );
}
