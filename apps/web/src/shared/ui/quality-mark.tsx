import { useLingui } from "@lingui/react/macro";
import { IconAlertTriangle } from "@tabler/icons-react";
import { doubtTexts } from "@verandah/contract/telemetry/doubt-texts.ts";
import type { ParameterReading } from "@verandah/contract/telemetry/telemetry.ts";

import { useIsFresh } from "../age.ts";
import { useAgeText } from "../format/use-time-text.ts";
import { StateText } from "./feedback/state-text.tsx";

type Valued = Pick<ParameterReading, "quality" | "measured_time" | "doubt">;

/** The quality of a value in words: suspect, or why its device does not vouch for it, or how old it is. */
export function useQualityText(refreshMs?: number): (of: Valued) => string {
  const { t, i18n } = useLingui();
  const ageText = useAgeText(refreshMs);
  return ({ quality, measured_time: at, doubt }) => {
    if (quality === "suspect" && doubt) return i18n._(doubtTexts[doubt]);
    if (quality === "suspect") return t({ message: "Suspect", comment: "Quality of a value" });
    if (quality === "missing") return t`No data`;
    return at === null ? t`not fresh` : ageText(at);
  };
}

const REFRESH_MS = 1_000;

/** Marks a value that is not good, or that is old with its section, with its quality or age. */
export function QualityMark({ of }: { of: Valued }) {
  return useIsFresh()(of) ? null : <Mark of={of} />;
}

function Mark({ of }: { of: Valued }) {
  const { t } = useLingui();
  const qualityText = useQualityText(REFRESH_MS);
  const isSuspect = of.quality === "suspect";
  return (
    <StateText
      fz={12}
      fw={isSuspect ? 600 : 400}
      c={isSuspect ? "var(--text-low)" : "dimmed"}
      style={{ verticalAlign: "bottom" }}
      title={
        isSuspect && !of.doubt
          ? t`Out of its range, in doubt at its device, or measured while a clock was wrong`
          : undefined
      }
    >
      {isSuspect && <IconAlertTriangle size={13} aria-hidden />}
      {qualityText(of)}
    </StateText>
  );
}
