import { useLingui } from "@lingui/react/macro";
import { Table } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ZoneSummary } from "@verandah/contract/hvac/air-comparison.ts";

import { useIsOld } from "#shared/age.ts";
import { quantity } from "#shared/format/number.ts";

import { ComparisonMark } from "./comparison-mark.tsx";

import classes from "./comparison.module.css";

/** One row a zone: the mean of its VAVs against their setpoints. */
export function ZonesTable({ zones }: { zones: readonly ZoneSummary[] }) {
  const { t } = useLingui();
  const isOld = useIsOld();
  const shown = (celsius: number | undefined) =>
    celsius === undefined || isOld ? t`No data` : quantity(celsius, "degC");
  return (
    <Table.ScrollContainer minWidth={560} className={classes["frame"] ?? ""} tabIndex={0}>
      <Table aria-label={t`Zones`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t`Zone`}</Table.Th>
            <Table.Th>{t`Temperature`}</Table.Th>
            <Table.Th>{t`Setpoint`}</Table.Th>
            <Table.Th>{t`State`}</Table.Th>
            <Table.Th>{t`VAV boxes`}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {zones.map(({ id, name, vavs, nowCelsius, wantedCelsius, comparison }) => (
            <Table.Tr key={id}>
              <Table.Th scope="row">
                <Link to="/admin/zone/hvac" search={{ zone: id }}>
                  {name}
                </Link>
              </Table.Th>
              <Table.Td>{shown(nowCelsius)}</Table.Td>
              <Table.Td>{shown(wantedCelsius)}</Table.Td>
              <Table.Td>
                <ComparisonMark
                  comparison={isOld ? "unknown" : comparison}
                  differenceKelvin={
                    nowCelsius === undefined || wantedCelsius === undefined
                      ? undefined
                      : nowCelsius - wantedCelsius
                  }
                />
              </Table.Td>
              <Table.Td>
                {vavs.map((vav, index) => (
                  <span key={vav.ssid}>
                    {index > 0 && ", "}
                    <Link to="/admin/glVav" search={{ device: vav.ssid }}>
                      {vav.name}
                    </Link>
                  </span>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
