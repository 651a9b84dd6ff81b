import { useLingui } from "@lingui/react/macro";
import { NativeSelect, TextInput } from "@mantine/core";
import { type Pump, PUMPS_LISTED_MAX } from "@verandah/contract/pumps/pumps.ts";
import { useState } from "react";

import { useIsNarrow } from "#shared/ui/use-is-narrow.ts";
import { useLoaded } from "#shared/use-loaded.ts";

const loadSearch = () => import("./pump-search.tsx");

interface Props {
  pump: Pump;
  /** The first pumps of the user. */
  pumps: readonly Pump[];
  onChoose: (ssid: string) => void;
}

/** A search of the pumps. A phone loads it when the field is used, and has its own list without a network. */
export function PumpChoice({ pump, pumps, onChoose }: Props) {
  const { t } = useLingui();
  const isNarrow = useIsNarrow();
  const [isUsed, setIsUsed] = useState(false);
  const isWanted = !isNarrow || isUsed;
  const { loaded, hasFailed } = useLoaded(loadSearch, isWanted);
  const shared = { label: t({ message: "Device", comment: "Field: which pump" }), w: "100%", size: "md" };
  const choose = (ssid: string) => {
    setIsUsed(false);
    onChoose(ssid);
  };
  if (isWanted && loaded)
    return <loaded.PumpSearch key={pump.ssid} pump={pump} isOpen={isUsed} onChoose={choose} />;
  if (!isNarrow) return undefined;
  if (hasFailed && pumps.length < PUMPS_LISTED_MAX)
    return (
      <NativeSelect
        {...shared}
        value={pump.ssid}
        onChange={({ currentTarget: { value } }) => choose(value)}
        data={pumps.map(({ ssid, name }) => ({ value: ssid, label: name }))}
      />
    );
  return (
    <TextInput
      {...shared}
      readOnly
      aria-haspopup="listbox"
      value={pump.name}
      onFocus={() => setIsUsed(true)}
    />
  );
}
