import { useLingui } from "@lingui/react/macro";
import { Text } from "@mantine/core";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { listUnknownPoints } from "@verandah/contract/telemetry/telemetry.ts";

import { admits, useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";

import { numberText } from "../../format/number.ts";
import { useAgeText } from "../../format/use-time-text.ts";
import { errorText } from "../../texts/error-text.ts";
import { SectionCard } from "../../ui/section-card.tsx";

import classes from "./equipment-screen.module.css";

type Cause = ReplyOf<typeof listUnknownPoints>[number]["cause"];

/** Characters without a sign of their own: controls, marks that turn the text round, and spaces at an end. */
const hiddenSigns = /[\p{Cc}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]|^\s+|\s+$/gu;
/** Names that differ only in such characters must not look the same. */
const withHiddenSigns = (name: string) =>
  name.replaceAll(hiddenSigns, (signs) =>
    Array.from(
      signs,
      (sign) => `[U+${sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}]`,
    ).join(""),
  );

/** For administrators: points that a gateway or connected device sends and the site model does not contain. Nothing without any. */
export function UnknownPoints({ edge }: { edge: { ssid: string; name: string } }) {
  const { t } = useLingui();
  const session = useSession();
  const ageText = useAgeText();
  const isAllowed = admits(listUnknownPoints.access, session.role.id);
  const { data: points, error } = useRoute(listUnknownPoints, { ssid: edge.ssid }, { enabled: isAllowed });
  if (!isAllowed || (!error && !points?.length)) return null;
  const causes: Record<Cause, string> = {
    "unknown-device": t`Unknown device`,
    "unknown-point": t`Unknown point`,
    "other-gateway": t`Belongs to another gateway`,
  };
  return (
    <SectionCard title={t`Unknown points of ${edge.name}`}>
      <Text size="sm" c="dimmed">
        {t`These readings are not stored. Add the points to the site model, or correct the names.`}
      </Text>
      {!points && error && (
        <Text size="sm" c="var(--mantine-color-error)">
          {errorText(error)}
        </Text>
      )}
      {points && (
        <table className={classes["table"]}>
          <thead>
            <tr>
              <th scope="col">{t`Device`}</th>
              <th scope="col">{t`Point`}</th>
              <th scope="col">{t`Reason`}</th>
              <th scope="col" className={classes["number"]}>{t`Readings`}</th>
              <th scope="col" className={classes["age"]}>{t`Last received`}</th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ device, point, cause, count, lastAt }) => (
              <tr key={`${device}/${point}`}>
                <td>{device}</td>
                <td>{withHiddenSigns(point)}</td>
                <td>{causes[cause]}</td>
                <td className={classes["number"]}>{numberText(count)}</td>
                <td className={classes["age"]}>{ageText(lastAt)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </SectionCard>
  );
}
