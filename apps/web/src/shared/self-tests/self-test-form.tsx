import { useLingui } from "@lingui/react/macro";
import { Checkbox, Group, Radio, Stack } from "@mantine/core";
import { type SentOf } from "@verandah/contract/route.ts";
import {
  type SelfTestKind,
  selfTestKinds,
  planSelfTest,
  type listSelfTests,
} from "@verandah/contract/self-tests.ts";
import { useState } from "react";

import { useSession } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";
import { instantOfWallTime } from "#shared/format/wall-time.ts";
import { errorText } from "#shared/texts/error-text.ts";
import { fieldText, refusedFieldText } from "#shared/texts/field-text.ts";
import { DialogForm } from "#shared/ui/dialogs/dialog-form.tsx";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { showToast } from "#shared/ui/feedback/toast.ts";
import { DateField } from "#shared/ui/fields/date-field.tsx";

import { useTestNames } from "./use-test-names.ts";

interface Props {
  of: SentOf<typeof listSelfTests>;
  onClose: () => void;
}

/** Plans a test of the emergency lights of a floor, or of a UPS; or starts it now. */
export function SelfTestForm({ of, onClose }: Props) {
  const { t } = useLingui();
  const { campus } = useSession();
  const plan = useChange(planSelfTest);
  const names = useTestNames();
  const hints: Partial<Record<SelfTestKind, string>> =
    "ssid" in of
      ? {
          battery: t`Seconds: can the battery carry the load? It starts only on mains with a charged battery.`,
          general: t`The UPS tests itself as its maker has set it up.`,
        }
      : {
          function: t`Seconds: does each light come on?`,
          duration: t`Up to three hours: does each battery last? Plan it for a time without people.`,
        };
  const kinds = selfTestKinds.filter((one) => hints[one] !== undefined);
  const [kind, setKind] = useState<SelfTestKind>("ssid" in of ? "battery" : "function");
  const [isNow, setNow] = useState(false);
  const [time, setTime] = useState("");
  const [isMonthly, setMonthly] = useState(true);
  const [isTimeMissing, setTimeMissing] = useState(false);
  const refused = plan.error ? refusedFieldText(plan.error, "plannedAt") : undefined;

  function save(): void {
    const plannedAt = isNow ? undefined : instantOfWallTime(time, campus.timeZone);
    setTimeMissing(!isNow && plannedAt === undefined);
    if (!isNow && plannedAt === undefined) return;
    plan.mutate(
      { ...of, kind, isMonthly: isMonthly && !isNow, ...(plannedAt !== undefined && { plannedAt }) },
      {
        onSuccess: () => {
          showToast({ kind: "success", text: isNow ? t`The test starts` : t`The test is planned` });
          onClose();
        },
      },
    );
  }

  return (
    <Dialog onClose={onClose} title={"ssid" in of ? t`New self-test` : t`New emergency light test`}>
      <DialogForm
        action={isNow ? t`Start the test` : t`Plan the test`}
        isPending={plan.isPending}
        refusal={plan.error && !refused && errorText(plan.error)}
        onSubmit={save}
        onCancel={onClose}
      >
        <Radio.Group
          label={t`Kind`}
          value={kind}
          onChange={(value) => setKind(kinds.find((one) => one === value) ?? kind)}
        >
          <Stack gap={6} mt={4}>
            {kinds.map((one) => (
              <Radio key={one} value={one} label={names[one]} description={hints[one]} />
            ))}
          </Stack>
        </Radio.Group>
        <Radio.Group
          label={t({ message: "When", comment: "Of a test" })}
          value={isNow ? "now" : "later"}
          onChange={(value) => setNow(value === "now")}
        >
          <Group gap="md" mt={4}>
            <Radio value="later" label={t`At a planned time`} />
            <Radio value="now" label={t({ message: "Now", comment: "Start of a test" })} />
          </Group>
        </Radio.Group>
        {!isNow && (
          <>
            <DateField
              hasTime
              label={t({ message: "Time", comment: "Of a test" })}
              value={time}
              error={isTimeMissing ? fieldText("Choose a date and a time") : refused}
              onChange={(next) => {
                plan.reset();
                setTime(next);
              }}
            />
            <Checkbox
              label={t`Repeat each month`}
              checked={isMonthly}
              onChange={(event) => setMonthly(event.currentTarget.checked)}
            />
          </>
        )}
      </DialogForm>
    </Dialog>
  );
}
