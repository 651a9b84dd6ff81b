import { useLingui } from "@lingui/react/macro";
import { type SentOf } from "@verandah/contract/route.ts";
import {
  type SelfTestKind,
  selfTestKinds,
  planSelfTest,
  type listSelfTests,
} from "@verandah/contract/self-tests.ts";

import { useSession } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";
import { instantOfWallTime } from "#shared/format/wall-time.ts";
import { FormDialog } from "#shared/ui/form/form.tsx";

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
  const kind: SelfTestKind = "ssid" in of ? "battery" : "function";
  return (
    <FormDialog
      title={"ssid" in of ? t`New self-test` : t`New emergency light test`}
      onClose={onClose}
      initial={{ kind, isNow: false, plannedAt: "", isMonthly: true }}
      action={({ isNow }) => (isNow ? t`Start the test` : t`Plan the test`)}
      submit={({ isNow, plannedAt, isMonthly, ...values }) =>
        plan.mutateAsync({
          ...of,
          ...values,
          isMonthly: isMonthly && !isNow,
          // The server refuses a text that is no time.
          ...(!isNow && { plannedAt: instantOfWallTime(plannedAt, campus.timeZone) ?? plannedAt }),
        })
      }
      done={({ isNow }) => (isNow ? t`The test starts` : t`The test is planned`)}
    >
      {({ values: { isNow } }) => [
        {
          name: "kind",
          label: t`Kind`,
          kind: "radio",
          options: kinds.map((value) => ({ value, label: names[value], description: hints[value] })),
        },
        {
          name: "isNow",
          label: t({ message: "When", comment: "Of a test" }),
          kind: "radio",
          options: [
            { value: false, label: t`At a planned time` },
            { value: true, label: t({ message: "Now", comment: "Start of a test" }) },
          ],
        },
        !isNow && {
          name: "plannedAt",
          label: t({ message: "Time", comment: "Of a test" }),
          kind: "moment",
          isRequired: true,
        },
        !isNow && { name: "isMonthly", label: t`Repeat each month`, kind: "checkbox" },
      ]}
    </FormDialog>
  );
}
