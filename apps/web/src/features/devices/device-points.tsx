import { Trans, useLingui } from "@lingui/react/macro";
import { Title, UnstyledButton } from "@mantine/core";
import type { ParameterReading, Quality } from "@verandah/contract/telemetry.ts";

import { ageText } from "#shared/format/time.ts";
import { useNow } from "#shared/use-now.ts";
import { usePointText } from "#shared/use-point-text.ts";

import classes from "./device-screen.module.css";

const AGE_REFRESH_MS = 1_000;

type Kind = "reading" | "setpoint" | "command";

interface Props {
  points: readonly { param_id: string; kind: Kind }[];
  latest: readonly ParameterReading[];
  chosen: string | undefined;
  onChoose: (paramId: string) => void;
}

/** Each point with its value, how old it is and how good; one is chosen for the trend. */
export function DevicePoints({ points, latest, chosen, onChoose }: Props) {
  const { t } = useLingui();
  const { nameOf, valueText } = usePointText();
  const nowMs = useNow(AGE_REFRESH_MS);
  const byId = new Map(latest.map((reading) => [reading.param_id, reading]));
  const qualities: Record<Quality, string> = {
    good: t({ message: "Good", comment: "Quality of a value" }),
    suspect: t({ message: "Suspect", comment: "Quality of a value" }),
    stale: t({ message: "Stale", comment: "Quality of a value" }),
    missing: t`No data`,
  };
  const kinds: Record<Kind, string> = {
    reading: "",
    setpoint: t({ message: "Setpoint", comment: "Kind of a point" }),
    command: t({ message: "Command", comment: "Kind of a point" }),
  };
  return (
    <>
      <Title order={2} size="h6">
        <Trans>Points</Trans>
      </Title>
      <table className={classes["table"]}>
        <thead>
          <tr>
            <th scope="col">{t`Point`}</th>
            <th scope="col" className={classes["number"]}>{t`Value`}</th>
            <th scope="col">{t`Age and quality`}</th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ param_id: paramId, kind }) => {
            const reading = byId.get(paramId);
            const quality = reading?.quality ?? "missing";
            const value = reading?.param_value ?? null;
            const at = reading?.measured_time ?? null;
            const said = [
              at === null ? "" : ageText(at, nowMs),
              at === null || quality !== "good" ? qualities[quality] : "",
            ];
            return (
              <tr key={paramId} data-chosen={paramId === chosen}>
                <th scope="row">
                  <UnstyledButton
                    className={classes["point"] ?? ""}
                    aria-pressed={paramId === chosen}
                    onClick={() => onChoose(paramId)}
                  >
                    {nameOf(paramId)}
                  </UnstyledButton>
                  {kinds[kind] && ` (${kinds[kind]})`}
                </th>
                <td className={`${classes["number"]} ${classes["value"]}`} data-quality={quality}>
                  {value === null ? "–" : valueText(paramId, value, reading?.unit ?? "none")}
                </td>
                <td className={classes["age"]}>{said.filter(Boolean).join(" · ")}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}
