import { useLingui } from "@lingui/react/macro";
import { Group, Select } from "@mantine/core";
import { builtInTypes, type KnownType } from "@verandah/equipment/catalogue.ts";

import { useSiteTypes } from "#shared/equipment/site-types.ts";
import { searchText, useSearchState } from "#shared/search-state.ts";
import { useTypeName } from "#shared/texts/use-type-name.ts";

import { EditPlanButton } from "../edit-plan-button.tsx";
import { DeviceMap } from "./device-map.tsx";

const isOnFloors = (type: KnownType) => type.isOnFloors !== false;

/** Value of a choice: the types of all lighting controllers. */
const LIGHTS = "LIGHTS";
const lightTypes = ["DALI", "WAC"] as const;

/** The places of the devices of one type on a floor, or of its lighting controllers. Source: spec 2 §7 device map. */
export function FloorDevices({ floorId, areLights }: { floorId: number; areLights: boolean }) {
  const { t } = useLingui();
  const typeName = useTypeName();
  const [search, change] = useSearchState();
  const asked = searchText(search["type"])?.toUpperCase();
  const wanted = asked ?? (areLights ? LIGHTS : undefined);
  const siteTypes = useSiteTypes();
  const mapTypes = [...builtInTypes, ...siteTypes].filter((one) => isOnFloors(one));
  const found = mapTypes.find((one) => one.type === wanted)?.type ?? "AHU";
  const type = wanted === LIGHTS ? LIGHTS : found;
  const lights = t`Lighting controllers`;
  return (
    <>
      <Group align="flex-end" gap="sm">
        <Select
          label={t`Device type`}
          w={{ base: "100%", xs: 220 }}
          allowDeselect={false}
          data={[
            ...mapTypes.map(({ type: value }) => ({ value, label: typeName(value) })),
            { value: LIGHTS, label: lights },
          ]}
          value={type}
          onChange={(value) => value && change({ type: value, vav: undefined, device: undefined })}
        />
        <EditPlanButton floorId={floorId} />
      </Group>
      {type === LIGHTS ? (
        <DeviceMap floorId={floorId} types={lightTypes} title={lights} />
      ) : (
        <DeviceMap floorId={floorId} types={[type]} title={typeName(type)} />
      )}
    </>
  );
}
