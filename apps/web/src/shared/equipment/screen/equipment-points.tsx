import { useLingui } from "@lingui/react/macro";
import { Checkbox, Text } from "@mantine/core";
import type { ParameterReading, Quality } from "@verandah/contract/telemetry/telemetry.ts";
import { symbolOf } from "@verandah/equipment/units.ts";

import { useAgeText } from "../../format/use-time-text.ts";
import { usePointText } from "../../texts/use-point-text.ts";
import { QualityMark } from "../../ui/quality-mark.tsx";
import { SectionCard } from "../../ui/section-card.tsx";

import classes from "./equipment-screen.module.css";

const AGE_REFRESH_MS = 1_000;

type Kind = "reading" | "setpoint" | "command";

interface Props {
  deviceType: string;
  points: readonly { param_id: string; kind: Kind; sentUnit?: string | undefined }[];
  latest: readonly ParameterReading[];
  /** Points in the chart. */
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Maximum points in one chart: more lines cannot be distinguished. */
export const CHART_POINTS_MAX = 8;

/** Each point with its value, age and quality; a checkbox puts it into the chart. */
export function EquipmentPoints({ deviceType, points, latest, chosen, onChange }: Props) {
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
  const symbol = (unit = "none") => symbolOf(unit) || t`no unit of measurement`;
  const contradictionText = (sentUnit: string, unit: string | undefined) => {
    const [sent, wanted] = [symbol(sentUnit), symbol(unit)];
    return t`The gateway sends ${sent}, the site file says ${wanted}: no value is used`;
  };
  const isFull = chosen.length >= CHART_POINTS_MAX;
  return (
    <SectionCard title={t`Points`}>
      <Text size="xs" c="dimmed">
        {isFull ? t`The chart shows at most 8 points.` : t`Select up to 8 points for the chart.`}
      </Text>
      <table className={classes["table"]}>
        <thead>
          <tr>
            <th scope="col">{t`Point`}</th>
            <th scope="col" className={classes["number"]}>{t`Value`}</th>
            <th scope="col">{t`Age and quality`}</th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ param_id: paramId, kind, sentUnit }) => {
            const isChosen = chosen.includes(paramId);
            const reading = byId.get(paramId);
            const quality = reading?.quality ?? "missing";
            const value = reading?.param_value ?? null;
            const at = reading?.measured_time ?? null;
            const said = [
              at === null ? "" : ageText(at),
              quality !== "suspect" && (at === null || quality !== "good") ? qualities[quality] : "",
            ];
            return (
              <tr key={paramId} data-chosen={isChosen}>
                <th scope="row">
                  <Checkbox
                    size="xs"
                    label={
                      kinds[kind]
                        ? `${nameOf(paramId, deviceType)} (${kinds[kind]})`
                        : nameOf(paramId, deviceType)
                    }
                    checked={isChosen}
                    disabled={!isChosen && isFull}
                    onChange={() =>
                      onChange(isChosen ? chosen.filter((id) => id !== paramId) : [...chosen, paramId])
                    }
                  />
                </th>
                <td className={`${classes["number"]} ${classes["value"]}`} data-quality={quality}>
                  {value === null ? "–" : valueText(paramId, value, reading?.unit ?? "none", deviceType)}
                </td>
                <td className={classes["age"]}>
                  {sentUnit ? contradictionText(sentUnit, reading?.unit) : said.filter(Boolean).join(" · ")}
                  {reading && quality === "suspect" && (
                    <>
                      {" · "}
                      <QualityMark of={reading} />
                    </>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </SectionCard>
  );
}
