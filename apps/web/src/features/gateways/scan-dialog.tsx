import { useLingui } from "@lingui/react/macro";
import { Text } from "@mantine/core";
import { protocolNames } from "@verandah/contract/gateways/protocol-fields.ts";
import { startScan } from "@verandah/contract/gateways/scans.ts";

import { useChange } from "#data/query/use-change.ts";
import { type FormField, isEmpty } from "#shared/ui/form/form-field.tsx";
import { FormDialog } from "#shared/ui/form/form.tsx";

const noSettings = {
  addresses: [] as string[],
  hosts: "",
  port: Number.NaN,
  unitIds: ["1"],
  access: { version: "2c", community: "", user: "", authKey: "", privKey: "" },
};
type Values = { protocol: string; isAgain: boolean; settings: typeof noSettings };

const given = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));

/** The settings of the protocol that have a value. */
function sentSettings({ protocol, settings }: Values): Record<string, unknown> {
  const { addresses, hosts, port, unitIds, access } = settings;
  if (protocol === "bacnet") return { addresses };
  if (protocol === "mqtt") return {};
  return {
    ...given({ hosts, port }),
    ...(protocol === "modbus" && { unitIds: unitIds.map(Number) }),
    ...(protocol === "snmp" && { access: given(access) }),
  };
}

/** Asks what a gateway looks for, and starts the search. */
export function ScanDialog({ gateway, onClose }: { gateway: number; onClose: () => void }) {
  const { t } = useLingui();
  const start = useChange(startScan);
  const ports: Record<string, number> = { modbus: 502, snmp: 161, nut: 3_493, http: 80 };

  function fieldsOf({ protocol, settings }: Values): FormField<`settings.${string}`>[] {
    if (protocol === "bacnet")
      return [
        {
          name: "settings.addresses",
          label: t`Further addresses`,
          kind: "tags",
          description: t`All devices of the gateway's network are asked. Add those behind a router, such as 192.168.20.7:47808.`,
        },
      ];
    if (protocol === "mqtt") return [];
    const secret = { kind: "password", autoComplete: "off" } as const;
    const isVersion3 = settings.access.version === "3";
    return [
      {
        name: "settings.hosts",
        label: t`Addresses`,
        isRequired: true,
        placeholder: "192.168.1.20-60",
        description: t`Single ones, from–to, or a network such as 192.168.1.0/24, separated by commas`,
      },
      {
        name: "settings.port",
        label: t`Port`,
        kind: "number",
        min: 1,
        max: 65_535,
        description: t`Empty: ${ports[protocol]}`,
      },
      ...(protocol === "modbus"
        ? ([{ name: "settings.unitIds", label: t`Unit ids`, kind: "tags" }] as const)
        : []),
      ...(protocol === "snmp"
        ? ([
            {
              name: "settings.access.version",
              label: t`SNMP version`,
              kind: "choice",
              options: ["1", "2c", "3"].map((value) => ({ value, label: value })),
            },
            ...(isVersion3
              ? ([
                  { name: "settings.access.user", label: t`Username`, isRequired: true },
                  {
                    name: "settings.access.authKey",
                    label: t`Authentication passphrase`,
                    ...secret,
                    isRequired: true,
                  },
                  {
                    name: "settings.access.privKey",
                    label: t`Encryption passphrase`,
                    ...secret,
                    isRequired: true,
                  },
                ] as const)
              : ([
                  { name: "settings.access.community", label: t`Community`, ...secret, isRequired: true },
                ] as const)),
          ] as const)
        : []),
    ];
  }

  return (
    <FormDialog<Values>
      title={t`Find devices`}
      onClose={onClose}
      initial={{ protocol: "bacnet", isAgain: false, settings: noSettings }}
      action={t`Start the search`}
      submit={(values) =>
        start.mutateAsync({
          id: gateway,
          protocol: values.protocol,
          isAgain: values.isAgain,
          settings: sentSettings(values),
        })
      }
      done={t`The search has started.`}
    >
      {({ values }) => [
        {
          name: "protocol",
          label: t`Protocol`,
          kind: "choice",
          options: Object.entries(protocolNames).map(([value, label]) => ({ value, label })),
        },
        values.protocol === "mqtt" && (
          <Text key="mqtt" size="sm">
            {t`Finds what announces itself at the broker of the site. The address of the broker is among the settings of the gateway.`}
          </Text>
        ),
        ...fieldsOf(values),
        {
          name: "isAgain",
          label: t`Read devices again that are known from an earlier search`,
          kind: "checkbox",
        },
      ]}
    </FormDialog>
  );
}
