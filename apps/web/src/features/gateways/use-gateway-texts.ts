import { useLingui } from "@lingui/react/macro";
import { getCampusTree, type CampusTreeNode } from "@verandah/contract/campuses/campus-tree.ts";
import type { Gateway, GatewayDevice } from "@verandah/contract/gateways/gateways.ts";
import { builtInTypes } from "@verandah/equipment/catalogue.ts";

import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { useSiteTypes } from "#shared/equipment/site-types.ts";
import { dateText, momentText } from "#shared/format/time.ts";
import { useTypeName } from "#shared/texts/use-type-name.ts";
import type { TableColumn } from "#shared/ui/data-grid/columns.ts";
import { useShownState } from "#shared/ui/feedback/state.tsx";

type Connection = Gateway["state"];

/** The state of a connection in words; unknown while the data may be old. */
export function useConnectionText(): (state: Connection) => string {
  const { t } = useLingui();
  const shown = useShownState();
  const texts: Record<Connection, string> = {
    online: t({ message: "Online", comment: "State of a connection" }),
    offline: t`Offline`,
    unknown: t`Unknown`,
  };
  return (state) => texts[shown(state)];
}

/** Whether a gateway has its devices, in words. */
export function useModelText(): (
  gateway: Pick<Gateway, "model" | "hasJoined" | "codeUntil" | "state">,
) => string {
  const { t } = useLingui();
  const { campus } = useSession();
  return ({ model, hasJoined, codeUntil, state }) => {
    const until = codeUntil === null ? "" : momentText(codeUntil, Date.now(), campus.timeZone);
    if (!model) return t`Runs from its own files`;
    if (model.refused !== null) return t`Refused: ${model.refused}`;
    if (!hasJoined) return codeUntil === null ? t`Has not joined` : t`Waits for its code until ${until}`;
    if (codeUntil !== null) return t`A new code is valid until ${until}`;
    if (model.inForce === model.version) return t`In force`;
    return state === "online" ? t`Being sent` : t`Sent when it connects`;
  };
}

/** Until when the server's certificate is valid, and whether the gateway accepts the one that will follow. */
export function useCertificateText(): (gateway: Pick<Gateway, "certificate">) => string {
  const { t } = useLingui();
  const { campus } = useSession();
  return ({ certificate }) => {
    if (!certificate) return "";
    const until = dateText(certificate.validUntil, campus.timeZone);
    const present =
      Date.parse(certificate.validUntil) > Date.now() ? t`Valid until ${until}` : t`Ended on ${until}`;
    if (!certificate.next) return present;
    const nextUntil = dateText(certificate.next.validUntil, campus.timeZone);
    const next = certificate.next.isKnown
      ? t`The gateway has the next one, until ${nextUntil}`
      : t`The gateway does not have the next one yet, until ${nextUntil}`;
    return `${present}. ${next}`;
  };
}

/** The first columns of tables of devices. */
export function useDeviceColumns(): TableColumn<
  Pick<GatewayDevice, "name" | "ssid" | "type" | "place" | "state">
>[] {
  const { t } = useLingui();
  const typeName = useTypeName();
  const connectionText = useConnectionText();
  return [
    {
      header: t`Name`,
      width: 160,
      isRowHeader: true,
      text: ({ name, ssid }) => (name === ssid ? name : `${name} · ${ssid}`),
    },
    { header: t`Type`, text: ({ type }) => typeName(type, "one") },
    { header: t`Place`, text: ({ place }) => place },
    { header: t`State`, text: ({ state }) => connectionText(state) },
  ];
}

/** The fields of a new device or gateway. */
export function useNewFields(idNote?: string) {
  const { t } = useLingui();
  const note = idNote ?? t`Stays the same. Letters, digits, dots, underscores or hyphens`;
  const required = { isRequired: true } as const;
  return {
    name: { name: "name", label: t`Name`, maxLength: 120, ...required, "data-autofocus": true },
    ssid: { name: "ssid", label: t`Id`, description: note, maxLength: 64, ...required },
    type: { name: "type", label: t`Type`, kind: "choice", options: useTypeOptions(), ...required },
    place: { name: "place", label: t`Place`, kind: "choice", options: usePlaceOptions(), ...required },
  } as const;
}

/** The places that a device can serve, each with the names of those above it. */
export function usePlaceOptions(): { value: number; label: string }[] {
  const { campus } = useSession();
  const { data } = useRoute(getCampusTree, { id: campus.id, context: "lms" });
  const list = (
    { id, title, type, children }: CampusTreeNode,
    above: string,
  ): { value: number; label: string }[] => {
    if (type === "seat" || type === "room") return [];
    const label = above === "" ? title : `${above} › ${title}`;
    return [
      { value: id, label },
      ...children.flatMap((child) => list(child, type === "campus" ? "" : label)),
    ];
  };
  return data ? list(data, "") : [];
}

/** Types of equipment, built in and of the campus. */
export function useTypeOptions(): { value: string; label: string }[] {
  const typeName = useTypeName();
  return [...builtInTypes, ...useSiteTypes()].map(({ type }) => ({ value: type, label: typeName(type) }));
}
