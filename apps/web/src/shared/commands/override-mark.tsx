import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Tooltip } from "@mantine/core";
import { IconHandStop } from "@tabler/icons-react";
import { listOverrides, listForeignOverrides } from "@verandah/contract/commands/overrides.ts";

import { admits, useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";

import { useMomentText } from "../format/use-time-text.ts";
import { usePointText } from "../texts/use-point-text.ts";
import { StateText } from "../ui/feedback/state-text.tsx";

interface OverrideSummary {
  /** Owner and end of the override that ends first, or the other system and its priority. */
  short: string;
  /** A line for each override: point, value, owner, end. */
  lines: string[];
}

/** The overrides of a device, of one point when it is given, in words; undefined when there are none. */
export function useOverrideSummary(): (ssid: string, paramId?: string) => OverrideSummary | undefined {
  const { t } = useLingui();
  const { building, role } = useSession();
  const momentText = useMomentText();
  const { nameOf, valueText } = usePointText();
  const enabled = admits(listOverrides.access, role.id);
  const { data: overrides = [] } = useRoute(listOverrides, { building: building.id }, { enabled });
  const { data: foreign = [] } = useRoute(listForeignOverrides, { building: building.id }, { enabled });

  return (ssid, paramId) => {
    const isMeant = (one: { ssid: string; param_id: string }) =>
      one.ssid === ssid && (paramId === undefined || one.param_id === paramId);
    const others = foreign.filter(isMeant).map((one) => {
      const { priority } = one;
      const point = nameOf(one.param_id, one.deviceType);
      const value = valueText(one.param_id, one.value, one.unit, one.deviceType);
      return {
        short: t`Another system, priority ${priority}`,
        line: t`${point}: ${value}, another system at priority ${priority}`,
      };
    });
    const own = overrides.filter(isMeant).map((one) => {
      const owner = one.by?.name ?? one.origin.name ?? "–";
      const point = nameOf(one.param_id, one.deviceType);
      const value = valueText(one.param_id, one.value, one.unit, one.deviceType);
      if (one.until === null)
        return { short: t`${owner}, without an end`, line: t`${point}: ${value}, ${owner}, without an end` };
      const end = momentText(one.until);
      return { short: t`${owner} until ${end}`, line: t`${point}: ${value}, ${owner} until ${end}` };
    });
    const all = [...others, ...own];
    const [first] = all;
    if (!first) return undefined;
    const more = all.length - 1;
    const short = more > 0 ? `${first.short} +${more}` : first.short;
    return { short, lines: all.map(({ line }) => line) };
  };
}

/** A mark with owner and end where a person or another system overrides a device, or one of its points. */
export function OverrideMark({ ssid, paramId }: { ssid: string; paramId?: string }) {
  const summary = useOverrideSummary()(ssid, paramId);
  if (!summary) return null;
  const { short, lines } = summary;
  const count = lines.length;
  const title = plural(count, { one: "Override", other: "# overrides" });
  return (
    <Tooltip
      multiline
      label={lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    >
      <StateText
        px={6}
        py={1}
        w="fit-content"
        bd="1px solid var(--app-line)"
        fz={12}
        lh="18px"
        c="inherit"
        style={{ alignSelf: "start", borderRadius: 4, whiteSpace: "normal", overflowWrap: "anywhere" }}
        role="img"
        aria-label={[title, ...lines].join(". ")}
      >
        <IconHandStop size={14} color="currentColor" style={{ color: "inherit" }} aria-hidden />
        {short}
      </StateText>
    </Tooltip>
  );
}
