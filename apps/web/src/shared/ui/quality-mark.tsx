import { useLingui } from "@lingui/react/macro";
import { IconAlertTriangle } from "@tabler/icons-react";
import { doubtTexts } from "@verandah/contract/telemetry/doubt-texts.ts";
import type { ParameterReading } from "@verandah/contract/telemetry/telemetry.ts";

import { ageText } from "../format/time.ts";

import classes from "./quality-mark.module.css";

type Valued = Pick<ParameterReading, "quality" | "measured_time" | "doubt">;

/** The quality of a value in words: suspect, or why its device does not vouch for it, or how old it is. */
export function useQualityText(): (of: Valued, nowMs: number) => string {
  const { t, i18n } = useLingui();
  return ({ quality, measured_time: at, doubt }, nowMs) => {
    if (quality === "suspect" && doubt) return i18n._(doubtTexts[doubt]);
    if (quality === "suspect") return t({ message: "Suspect", comment: "Quality of a value" });
    if (quality === "missing") return t`No data`;
    return at === null ? t`not fresh` : ageText(at, nowMs);
  };
}

interface Props {
  of: Valued;
  nowMs: number;
  /** The whole list is old: no value may look live. */
  isOutdated?: boolean;
}

/** Marks a value that is not good with its quality or age. */
export function QualityMark({ of, nowMs, isOutdated = false }: Props) {
  const { t } = useLingui();
  const qualityText = useQualityText();
  if (of.quality === "good" && !isOutdated) return null;
  const isSuspect = of.quality === "suspect";
  return (
    <span
      className={classes["mark"]}
      data-quality={of.quality}
      title={
        isSuspect && !of.doubt
          ? t`Out of its range, in doubt at its device, or measured while a clock was wrong`
          : undefined
      }
    >
      {isSuspect && <IconAlertTriangle size={13} aria-hidden />}
      {qualityText(of, nowMs)}
    </span>
  );
}
