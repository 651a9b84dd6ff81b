import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";

import { useTypeName } from "#shared/texts/use-type-name.ts";
import { useStateText } from "#shared/ui/feedback/state.tsx";

import type { TreeItem } from "./tree-items.ts";

/** The faults of an item, in words. */
export function problemsOf({ status, device }: TreeItem): string[] {
  const critical = status?.noOfCritical ?? device?.alerts_cri ?? 0;
  const low = status?.noOfLow ?? device?.alerts_solu ?? 0;
  const offline = status?.noOfOffline ?? 0;
  const unknown = status?.noOfUnknown ?? 0;
  return [
    critical > 0 ? plural(critical, { one: "# critical", other: "# critical" }) : "",
    low > 0 ? plural(low, { one: "# low", other: "# low" }) : "",
    offline > 0 ? plural(offline, { one: "# offline", other: "# offline" }) : "",
    unknown > 0 ? plural(unknown, { one: "# unknown", other: "# unknown" }) : "",
  ].filter((text) => text !== "");
}

const isDeactivated = ({ place, device }: TreeItem) => !(place ?? device)?.activated;

/** The items of the campus tree in words. */
export function useItemTexts() {
  const { t } = useLingui();
  const stateText = useStateText();
  const typeName = useTypeName();
  const types: Record<TreeItem["type"], string> = {
    campus: t`Campus`,
    building: t`Building`,
    floor: t`Floor`,
    zone: t`Zone`,
    area: t`Area`,
    seat: t`Seat`,
    room: t`Room`,
    device: t`Device`,
  };
  function connection({ device }: TreeItem): string {
    if (device?.state === "offline") return t`Offline`;
    return device?.state === "unknown" ? t`Unknown` : "";
  }
  return {
    typeNames: types,
    typeText({ type, place, device }: TreeItem): string {
      if (place?.floor_type === "parking") return t`Parking deck`;
      return device ? typeName(device.type) : types[type];
    },
    /** The word of the mark; empty without a mark. */
    stateText: (item: TreeItem) => connection(item) || (item.state ? stateText(item.state) : ""),
    note: (item: TreeItem) =>
      [isDeactivated(item) ? t`Deactivated` : "", connection(item), ...problemsOf(item)]
        .filter((text) => text !== "")
        .join(" · "),
  };
}
