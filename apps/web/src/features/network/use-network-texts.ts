import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { NetworkNode } from "@verandah/contract/devices/network.ts";

import { useTypeName } from "#shared/texts/use-type-name.ts";

/** Devices that are offline or unknown, in words. */
const problems = ({ offline, unknown }: NetworkNode["counts"]) =>
  [
    offline > 0 ? plural(offline, { one: "# offline", other: "# offline" }) : undefined,
    unknown > 0 ? plural(unknown, { one: "# unknown", other: "# unknown" }) : undefined,
  ].filter((text) => text !== undefined);

/** The network in words. */
export function useNetworkTexts() {
  const { t } = useLingui();
  const typeName = useTypeName();
  const stateTexts: Record<NetworkNode["state"], string> = {
    online: t({ message: "Online", comment: "State of a connection" }),
    offline: t`Offline`,
    unknown: t`Unknown`,
  };
  return {
    stateText: (state: NetworkNode["state"]) => stateTexts[state],
    /** The name of a device, or of the type of a group. */
    nameOf: ({ kind, type, name }: NetworkNode): string =>
      kind !== "group" || type === null ? name : typeName(type),
    problems,
    summary(root: NetworkNode): string {
      const gateways = root.children.filter(({ kind }) => kind === "gateway").length;
      const parts = [
        plural(gateways, { one: "# gateway", other: "# gateways" }),
        plural(root.counts.devices, { one: "# device", other: "# devices" }),
        ...problems(root.counts),
      ];
      return parts.join(" · ");
    },
  };
}
