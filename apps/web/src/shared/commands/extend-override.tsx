import { useLingui } from "@lingui/react/macro";
import { OVERRIDE_DEFAULT_MS, OVERRIDE_MAX_MS } from "@verandah/contract/commands/commands.ts";
import { type Override, extendOverride } from "@verandah/contract/commands/overrides.ts";
import { useState } from "react";

import { useSession } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";

import { instantOfWallTime, wallDay, wallTime } from "../format/wall-time.ts";
import { errorText } from "../texts/error-text.ts";
import { fieldText, refusedFieldText } from "../texts/field-text.ts";
import { problemText } from "../texts/problem-text.ts";
import { DialogForm } from "../ui/dialogs/dialog-form.tsx";
import { Dialog } from "../ui/dialogs/dialog.tsx";
import { showToast } from "../ui/feedback/toast.ts";
import { DateField } from "../ui/fields/date-field.tsx";
import { ReasonField } from "../ui/fields/reason-field.tsx";
import { useNow } from "../use-now.ts";

interface Props {
  override: Override;
  /** The values of its action that get the end. */
  members: readonly Override[];
  title: string;
  /** The new end was commanded, or the user cancelled. */
  onClose: (batchId?: string) => void;
}

/** A form for a later end of an override, at most 7 days from now, and its reason. */
export function ExtendOverride({ override, members, title, onClose }: Props) {
  const { t } = useLingui();
  const { campus } = useSession();
  const extend = useChange(extendOverride);
  const { ssid, param_id: paramId, until } = override;
  const latestMs = useNow() + OVERRIDE_MAX_MS;
  const proposedMs = Math.min(Date.parse(until ?? "") + OVERRIDE_DEFAULT_MS, latestMs);
  const [text, setText] = useState(() => wallTime(proposedMs, campus.timeZone));
  const [reason, setReason] = useState(override.reason ?? "");
  const [isMissing, setIsMissing] = useState(false);
  const [isUnexplained, setIsUnexplained] = useState(false);
  const problem = isMissing ? fieldText("Choose a date and a time") : refusedFieldText(extend.error, "until");

  function submit(): void {
    const end = instantOfWallTime(text, campus.timeZone);
    setIsMissing(end === undefined);
    setIsUnexplained(!reason.trim());
    if (end === undefined || !reason.trim()) return;
    extend.mutate(
      { ssid, param_id: paramId, until: end, reason: reason.trim(), isWhole: members.length > 1 },
      {
        onSuccess: ({ batchId, refused }) => {
          for (const one of refused) {
            const name = members.find((member) => member.ssid === one.ssid)?.deviceName ?? one.ssid;
            showToast({ kind: "error", text: `${name}: ${problemText(one.code)}`, stays: true });
          }
          onClose(batchId);
        },
      },
    );
  }

  return (
    <Dialog onClose={() => onClose()} title={title}>
      <DialogForm
        action={t`Extend override`}
        isPending={extend.isPending}
        onSubmit={submit}
        onCancel={() => onClose()}
      >
        <DateField
          hasTime
          label={t`New end`}
          description={t`At most 7 days from now`}
          max={wallDay(latestMs, campus.timeZone)}
          value={text}
          error={problem ?? (extend.error && errorText(extend.error))}
          onChange={setText}
        />
        <ReasonField
          required
          value={reason}
          error={isUnexplained && !reason.trim() && t`Enter a reason`}
          onChange={setReason}
        />
      </DialogForm>
    </Dialog>
  );
}
