import "@mantine/core/styles.layer.css";
import { useLingui } from "@lingui/react/macro";
import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { Pump } from "@verandah/contract/pumps/pumps.ts";
import { listPumps } from "@verandah/contract/pumps/pumps.ts";
import { useEffect, useRef, useState } from "react";

import { useRoute } from "#data/query/use-route.ts";

const TYPING_PAUSE_MS = 300;

interface Props {
  pump: Pick<Pump, "ssid" | "name">;
  /** Whether the list is open at first. */
  isOpen: boolean;
  onChoose: (ssid: string) => void;
}

/** A searchable list of pumps; the server searches, for there may be thousands. */
export function PumpSearch({ pump, isOpen, onChoose }: Props) {
  const { t } = useLingui();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isOpen) field.current?.focus();
  }, [isOpen]);
  const [typed, setTyped] = useState(pump.name);
  const [search] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS);
  const query = search === pump.name ? undefined : search;
  const { data: found = [] } = useRoute(listPumps, query ? { search: query } : {}, { keepsLast: true });
  const isListed = pump.name === "" || found.some(({ ssid }) => ssid === pump.ssid);
  const listed = isListed ? found : [pump, ...found];
  return (
    <Select
      label={t({ message: "Device", comment: "Field: which pump" })}
      searchable
      ref={field}
      defaultDropdownOpened={isOpen}
      onFocus={({ currentTarget }) => currentTarget.select()}
      allowDeselect={false}
      w={{ base: "100%", xs: 260 }}
      data={listed.map(({ ssid, name }) => ({ value: ssid, label: name }))}
      // The server has searched by name and topic id.
      filter={({ options }) => options}
      nothingFoundMessage={t`No pump found`}
      searchValue={typed}
      onSearchChange={setTyped}
      value={pump.ssid}
      onChange={(ssid) => {
        if (ssid !== null && ssid !== pump.ssid) onChoose(ssid);
      }}
    />
  );
}
