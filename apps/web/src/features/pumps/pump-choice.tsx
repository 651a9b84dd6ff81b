import { useLingui } from "@lingui/react/macro";
import { NativeSelect } from "@mantine/core";
import { type Pump, PUMPS_LISTED_MAX } from "@verandah/contract/pumps/pumps.ts";

import { useIsNarrow } from "#shared/ui/use-is-narrow.ts";
import { useLoaded } from "#shared/use-loaded.ts";

const loadSearch = () => import("./pump-search.tsx");

interface Props {
  pump: Pump;
  /** The first pumps of the user. */
  pumps: readonly Pump[];
  onChoose: (ssid: string) => void;
}

/** The phone's own list when it has all pumps; otherwise a search. */
export function PumpChoice({ pump, pumps, onChoose }: Props) {
  const { t } = useLingui();
  const isList = useIsNarrow() && pumps.length < PUMPS_LISTED_MAX;
  const { loaded } = useLoaded(loadSearch, !isList);
  if (!isList) return loaded && <loaded.PumpSearch key={pump.ssid} pump={pump} onChoose={onChoose} />;
  return (
    <NativeSelect
      label={t({ message: "Device", comment: "Field: which pump" })}
      w="100%"
      size="md"
      value={pump.ssid}
      onChange={({ currentTarget: { value } }) => onChoose(value)}
      data={pumps.map(({ ssid, name }) => ({ value: ssid, label: name }))}
    />
  );
}
