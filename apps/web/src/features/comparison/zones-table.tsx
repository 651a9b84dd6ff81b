import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ZoneSummary } from "@verandah/contract/hvac/air-comparison.ts";

import { useIsOld } from "#shared/age.ts";
import { quantity } from "#shared/format/number.ts";
import { DataTable } from "#shared/ui/data-grid/data-table.tsx";

import { ComparisonMark } from "./comparison-mark.tsx";

const difference = ({ nowCelsius, wantedCelsius }: ZoneSummary) =>
  nowCelsius === undefined || wantedCelsius === undefined ? undefined : nowCelsius - wantedCelsius;

/** One row a zone: the mean of its VAVs against their setpoints. */
export function ZonesTable({ zones }: { zones: readonly ZoneSummary[] }) {
  const { t } = useLingui();
  const isOld = useIsOld();
  const shown = (celsius: number | undefined) =>
    celsius === undefined || isOld ? t`No data` : quantity(celsius, "degC");
  return (
    <DataTable
      label={t`Zones`}
      rows={zones}
      rowKey={({ id }) => id}
      columns={[
        {
          header: t`Zone`,
          isRowHeader: true,
          render: ({ id, name }) => (
            <Link to="/admin/zone/hvac" search={{ zone: id }}>
              {name}
            </Link>
          ),
          sortKey: ({ name }) => name,
        },
        {
          header: t`Temperature`,
          render: ({ nowCelsius }) => shown(nowCelsius),
          sortKey: ({ nowCelsius }) => nowCelsius ?? null,
        },
        {
          header: t`Setpoint`,
          render: ({ wantedCelsius }) => shown(wantedCelsius),
          sortKey: ({ wantedCelsius }) => wantedCelsius ?? null,
        },
        {
          header: t`State`,
          render: (zone) => (
            <ComparisonMark comparison={zone.comparison} differenceKelvin={difference(zone)} />
          ),
          sortKey: (zone) => difference(zone) ?? null,
        },
        {
          header: t`VAV boxes`,
          width: 120,
          render: ({ vavs }) =>
            vavs.map((vav, index) => (
              <span key={vav.ssid}>
                {index > 0 && ", "}
                <Link to="/admin/glVav" search={{ device: vav.ssid }}>
                  {vav.name}
                </Link>
              </span>
            )),
        },
      ]}
    />
  );
}
