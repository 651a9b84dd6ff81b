import { useLingui } from "@lingui/react/macro";
import { OVERRIDE_DEFAULT_MS, OVERRIDE_MAX_MS } from "@verandah/contract/commands/commands.ts";
import { type Override, extendOverride } from "@verandah/contract/commands/overrides.ts";
import { useState } from "react";

import { useSession } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";

import { instantOfWallTime, wallDay, wallTime } from "../format/wall-time.ts";
import { errorText } from "../texts/error-text.ts";
import { fieldText, refusedFieldText } from "../texts/field-text.ts";
import { usePointText } from "../texts/use-point-text.ts";
import { DialogForm } from "../ui/dialogs/dialog-form.tsx";
import { Dialog } from "../ui/dialogs/dialog.tsx";
import { DateField } from "../ui/fields/date-field.tsx";
import { useNow } from "../use-now.ts";

interface Props {
  override: Override;
  /** The new end was commanded, or the user cancelled. */
  onClose: (commandId?: string) => void;
}

/** A form for a later end of an override, at most 7 days from now. */
export function ExtendOverride({ override, onClose }: Props) {
  const { t } = useLingui();
  const { campus } = useSession();
  const { nameOf } = usePointText();
  const extend = useChange(extendOverride);
  const { ssid, param_id: paramId, deviceName, until } = override;
  const latestMs = useNow() + OVERRIDE_MAX_MS;
  const proposedMs = Math.min(Date.parse(until ?? "") + OVERRIDE_DEFAULT_MS, latestMs);
  const [text, setText] = useState(() => wallTime(proposedMs, campus.timeZone));
  const [isMissing, setIsMissing] = useState(false);
  const refused = refusedFieldText(extend.error, "until");
  const problem = isMissing ? fieldText("Choose a date and a time") : refused;

  function submit(): void {
    const end = instantOfWallTime(text, campus.timeZone);
    setIsMissing(end === undefined);
    if (end === undefined) return;
    extend.mutate(
      { ssid, param_id: paramId, until: end },
      { onSuccess: ({ commandId }) => onClose(commandId) },
    );
  }

  return (
    <Dialog onClose={() => onClose()} title={`${deviceName}: ${nameOf(paramId)}`}>
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
      </DialogForm>
    </Dialog>
  );
}
