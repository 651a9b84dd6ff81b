import { useLingui } from "@lingui/react/macro";
import { IconArrowRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { AlertEntry } from "@verandah/contract/alarms/alarms.ts";
import { getDevice } from "@verandah/contract/devices/devices.ts";

import { admits, useSession } from "#data/query/session.ts";
import { GENERAL_SCREEN } from "#shared/equipment/device-screen.ts";

/** Leads from an alarm to the screen of its device; nothing for an alarm of a place. */
export function AlarmDevice({ of: { ssid, Device_name: name } }: { of: AlertEntry }) {
  const { t } = useLingui();
  const { role } = useSession();
  if (ssid === null || !admits(getDevice.access, role.id)) return null;
  return (
    <Link
      to={GENERAL_SCREEN}
      search={{ device: ssid }}
      aria-label={t`Open ${name}`}
      title={t`Open ${name}`}
      style={{
        position: "relative",
        zIndex: 1,
        color: "inherit",
        flex: "none",
        alignSelf: "center",
        display: "grid",
        placeItems: "center",
        width: "var(--target)",
        height: "var(--target)",
        // As high as a line of text.
        marginBlock: "calc(10px - var(--target) / 2)",
      }}
    >
      <IconArrowRight size={16} aria-hidden />
    </Link>
  );
}
