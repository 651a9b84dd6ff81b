import { useLingui } from "@lingui/react/macro";
import { Select } from "@mantine/core";
import { builtInTypes, type KnownType } from "@verandah/equipment/catalogue.ts";

import { useSiteTypes } from "#shared/equipment/site-types.ts";
import { searchText, useSearchState } from "#shared/search-state.ts";
import { useTypeName } from "#shared/texts/use-type-name.ts";
import { FloorPage } from "#shared/ui/floor-page.tsx";

import { EditPlanButton } from "../edit-plan-button.tsx";
import { DeviceMap } from "./device-map.tsx";

const isOnFloors = (type: KnownType) => type.isOnFloors !== false;

/** The places of the devices of one type on a floor. Source: spec 2 §7 device map. */
export function DeviceMapScreen() {
  const { t } = useLingui();
  const typeName = useTypeName();
  const [search, change] = useSearchState();
  const wanted = searchText(search["type"])?.toUpperCase();
  const siteTypes = useSiteTypes();
  const mapTypes = [...builtInTypes, ...siteTypes].filter((one) => isOnFloors(one));
  const type = mapTypes.find((one) => one.type === wanted)?.type ?? "AHU";
  return (
    <FloorPage
      title={t`Device map`}
      renderChoices={(floor) => (
        <>
          <Select
            label={t`Device type`}
            w={{ base: "100%", xs: 220 }}
            allowDeselect={false}
            data={mapTypes.map(({ type: value }) => ({ value, label: typeName(value) }))}
            value={type}
            onChange={(value) => value && change({ type: value, vav: undefined, device: undefined })}
          />
          {floor && <EditPlanButton floorId={floor.id} />}
        </>
      )}
    >
      {({ id }) => <DeviceMap floorId={id} types={[type]} title={typeName(type)} />}
    </FloorPage>
  );
}
