import { useLingui } from "@lingui/react/macro";
import { Checkbox, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { getFirstHour } from "@verandah/contract/gateways/first-hours.ts";
import type { ParameterReading, Quality } from "@verandah/contract/telemetry/telemetry.ts";
import { symbolOf } from "@verandah/equipment/units.ts";

import { admits, useSession } from "#data/query/session.ts";

import { useAgeText } from "../../format/use-time-text.ts";
import { usePointText } from "../../texts/use-point-text.ts";
import { DataTable } from "../../ui/data-grid/data-table.tsx";
import { QualityMark } from "../../ui/quality-mark.tsx";
import { SectionCard } from "../../ui/section-card.tsx";

const AGE_REFRESH_MS = 1_000;

/** For a comparison: the specification writes "Set Point". */
const plain = (text: string) => text.toLocaleLowerCase().replaceAll(" ", "");

type Kind = "reading" | "setpoint" | "command";

interface Props {
  deviceType: string;
  points: readonly { param_id: string; kind: Kind; sentUnit?: string | undefined }[];
  latest: readonly ParameterReading[];
  /** The gateway of the device. */
  gateway?: string | undefined;
  /** Points in the chart. */
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Maximum points in one chart: more lines cannot be distinguished. */
export const CHART_POINTS_MAX = 8;

/** Each point with its value, age and quality; a checkbox puts it into the chart. */
export function EquipmentPoints({ deviceType, points, latest, gateway, chosen, onChange }: Props) {
  const { t } = useLingui();
  const { nameOf, valueText } = usePointText();
  const ageText = useAgeText(AGE_REFRESH_MS);
  const byId = new Map(latest.map((reading) => [reading.param_id, reading]));
  const qualities: Record<Exclude<Quality, "suspect">, string> = {
    good: t({ message: "Good", comment: "Quality of a value" }),
    stale: t({ message: "Stale", comment: "Quality of a value" }),
    missing: t`No data`,
  };
  const kinds: Record<Kind, string> = {
    reading: "",
    setpoint: t({ message: "Setpoint", comment: "Kind of a point" }),
    command: t({ message: "Command", comment: "Kind of a point" }),
  };
  /** The kind, unless the name contains it. */
  const labelOf = (name: string, kind: Kind) => {
    const has = (word: string) => word !== "" && plain(name).includes(plain(word));
    return kinds[kind] === "" || Object.values(kinds).some(has) ? name : `${name} (${kinds[kind]})`;
  };
  const symbol = (unit = "none") => symbolOf(unit) || t`no unit of measurement`;
  const contradictionText = (sentUnit: string, unit: string | undefined) => {
    const [sent, wanted] = [symbol(sentUnit), symbol(unit)];
    return t`The gateway sends ${sent}, the site file says ${wanted}: no value is used`;
  };
  const isFull = chosen.length >= CHART_POINTS_MAX;
  const { role } = useSession();
  const checks = gateway !== undefined && admits(getFirstHour.access, role.id) && (
    <Link to="/admin/gateways" search={{ gateway }}>
      {t`Checks of the first hour`}
    </Link>
  );
  return (
    <SectionCard title={t`Points`} aside={checks}>
      <Text size="xs" c="dimmed">
        {isFull ? t`The chart shows at most 8 points.` : t`Select up to 8 points for the chart.`}
      </Text>
      <DataTable
        label={t`Points`}
        narrow="scroll"
        rows={points.map((point) => ({ ...point, reading: byId.get(point.param_id) }))}
        rowKey={({ param_id: paramId }) => paramId}
        isChosen={({ param_id: paramId }) => chosen.includes(paramId)}
        columns={[
          {
            header: t`Point`,
            isRowHeader: true,
            render: ({ param_id: paramId, kind }) => {
              const isChosen = chosen.includes(paramId);
              return (
                <Checkbox
                  size="xs"
                  label={labelOf(nameOf(paramId, deviceType), kind)}
                  checked={isChosen}
                  disabled={!isChosen && isFull}
                  onChange={() =>
                    onChange(isChosen ? chosen.filter((id) => id !== paramId) : [...chosen, paramId])
                  }
                />
              );
            },
          },
          {
            header: t`Value`,
            isNumber: true,
            render: ({ param_id: paramId, reading }) => {
              const value = reading?.param_value ?? null;
              return (
                <Text
                  span
                  inherit
                  c={reading?.quality === "good" ? "inherit" : "dimmed"}
                  style={{ whiteSpace: "nowrap" }}
                  data-quality={reading?.quality ?? "missing"}
                >
                  {value === null ? "–" : valueText(paramId, value, reading?.unit ?? "none", deviceType)}
                </Text>
              );
            },
          },
          {
            header: t`Age and quality`,
            width: 110,
            render: ({ sentUnit, reading }) => {
              const quality = reading?.quality ?? "missing";
              const at = reading?.measured_time ?? null;
              const said = [
                at === null ? "" : ageText(at),
                quality !== "suspect" && (at === null || quality !== "good") ? qualities[quality] : "",
              ];
              return (
                <Text span size="xs" c="dimmed">
                  {sentUnit ? contradictionText(sentUnit, reading?.unit) : said.filter(Boolean).join(" · ")}
                  {reading && quality === "suspect" && (
                    <>
                      {" · "}
                      <QualityMark of={reading} />
                    </>
                  )}
                </Text>
              );
            },
          },
        ]}
      />
    </SectionCard>
  );
}
