import { useLingui } from "@lingui/react/macro";
import { Card, Stack } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { getDevice } from "@verandah/contract/devices/devices.ts";
import { listPumps } from "@verandah/contract/pumps/pumps.ts";
import { roles } from "@verandah/contract/roles.ts";
import { solarPump } from "@verandah/equipment/types/solar-pump.ts";

import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { NamedHead } from "#shared/equipment/screen/equipment-head.tsx";
import {
  type EquipmentParts,
  EquipmentScreen,
  NoEquipment,
  type ShownDevice,
} from "#shared/equipment/screen/equipment-screen.tsx";
import { EquipmentSummary } from "#shared/equipment/screen/equipment-summary.tsx";
import { searchText, useSearchState } from "#shared/search-state.ts";
import { useShownState } from "#shared/ui/feedback/state.tsx";
import { Section } from "#shared/ui/section.tsx";

import { PumpPicture } from "./pump-picture.tsx";
import { CustomerHead, PumpChoice, PumpsScreen, Records } from "./pumps-screen.tsx";

const parts: EquipmentParts = {
  Summary: PumpSummary,
  Drawing: PumpDrawing,
  More: ({ device }) => <Records pump={device} isNarrow={false} />,
  trends: "none",
};

/** The pumps of the campus for staff, one at a time, and the own ones of a farmer. Source: spec 2 §2 Solar pump dashboard. */
export function PumpScreen() {
  const { role } = useSession();
  return role.id === roles.pumpCustomer ? <PumpsScreen /> : <StaffPump />;
}

function StaffPump() {
  const { t } = useLingui();
  const { role } = useSession();
  const [search, change] = useSearchState();
  const list = useRoute(listPumps, {});
  const ssid = searchText(search["device"]) ?? list.data?.[0]?.ssid;
  const { data: device } = useRoute(getDevice, ssid === undefined ? undefined : { ssid });
  if (ssid === undefined && list.data)
    return (
      <NoEquipment
        title={t`Dashboard`}
        text={t`No pump has been added yet.`}
        choice={role.id === roles.administrator && <Link to="/admin/vdevice">{t`Add device`}</Link>}
      />
    );
  if (ssid === undefined)
    return (
      <Stack gap={14}>
        <NamedHead name={t`Dashboard`} />
        <Section of={list} height={480}>
          {() => null}
        </Section>
      </Stack>
    );
  const name = device?.name ?? list.data?.find((one) => one.ssid === ssid)?.name ?? "";
  return (
    <EquipmentScreen
      key={ssid}
      ssid={ssid}
      type={solarPump.type}
      title={t`Dashboard`}
      missing={t`There is no such pump.`}
      parts={parts}
      queries={[list]}
      choice={
        <PumpChoice
          key={ssid + name}
          pump={{ ssid, name }}
          pumps={list.data ?? []}
          onChoose={(chosen) => change({ device: chosen, page: undefined })}
        />
      }
    />
  );
}

function PumpSummary({ device: { ssid, type }, latest }: ShownDevice) {
  return (
    <>
      <CustomerHead ssid={ssid} />
      <EquipmentSummary deviceType={type} summary={solarPump.screen.summary} latest={latest} />
    </>
  );
}

function PumpDrawing({ device, latest }: ShownDevice) {
  const { t } = useLingui();
  const state = useShownState()(device.state);
  return (
    <Card component="section" padding="md" aria-label={t`Water today`}>
      <PumpPicture pump={{ state, values: latest }} />
    </Card>
  );
}
