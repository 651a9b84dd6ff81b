import { useLingui } from "@lingui/react/macro";
import { OVERRIDE_DEFAULT_MS, OVERRIDE_MAX_MS } from "@verandah/contract/commands/commands.ts";
import { type Override, extendOverride } from "@verandah/contract/commands/overrides.ts";

import { useSession } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";

import { instantOfWallTime, wallDay, wallTime } from "../format/wall-time.ts";
import { problemText } from "../texts/problem-text.ts";
import { showToast } from "../ui/feedback/toast.ts";
import { FormDialog } from "../ui/form/form.tsx";
import { useNow } from "../use-now.ts";

interface Props {
  override: Override;
  /** The values of its action that get the end. */
  members: readonly Override[];
  title: string;
  /** The new end was commanded. */
  onExtended: (batchId: string) => void;
  onClose: () => void;
}

/** A form for a later end of an override, at most 7 days from now, and its reason. */
export function ExtendOverride({ override, members, title, onExtended, onClose }: Props) {
  const { t } = useLingui();
  const { campus } = useSession();
  const extend = useChange(extendOverride);
  const { ssid, param_id: paramId, until } = override;
  const latestMs = useNow() + OVERRIDE_MAX_MS;
  const proposedMs = Math.min(Date.parse(until ?? "") + OVERRIDE_DEFAULT_MS, latestMs);
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      initial={{ until: wallTime(proposedMs, campus.timeZone), reason: override.reason ?? "" }}
      fields={[
        {
          name: "until",
          label: t`New end`,
          kind: "moment",
          description: t`At most 7 days from now`,
          max: wallDay(latestMs, campus.timeZone),
          isRequired: true,
        },
        { name: "reason", label: t`Reason`, kind: "reason", required: true, isRequired: true },
      ]}
      action={t`Extend override`}
      submit={({ until: text, reason }) =>
        extend.mutateAsync({
          ssid,
          param_id: paramId,
          // The server refuses a text that is no time.
          until: instantOfWallTime(text, campus.timeZone) ?? text,
          reason: reason.trim(),
          isWhole: members.length > 1,
        })
      }
      onDone={({ batchId, refused }) => {
        for (const one of refused) {
          const name = members.find((member) => member.ssid === one.ssid)?.deviceName ?? one.ssid;
          showToast({ kind: "error", text: `${name}: ${problemText(one.code)}`, stays: true });
        }
        onExtended(batchId);
      }}
    />
  );
}
