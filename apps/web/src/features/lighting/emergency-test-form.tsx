import { Trans, useLingui } from "@lingui/react/macro";
import { Button, Checkbox, Group, Radio, Stack, Text, TextInput } from "@mantine/core";
import type { EmergencyTestKind } from "@verandah/contract/emergency-tests.ts";
import { useState } from "react";

import { usePlanTest } from "#data/emergency-tests.queries.ts";
import { useSession } from "#data/session.ts";
import { errorText } from "#shared/error-text.ts";
import { fieldText, refusedFieldText } from "#shared/field-text.ts";
import { instantOfWallTime, WALL_TIME_MAX } from "#shared/format/wall-time.ts";
import { Dialog } from "#shared/ui/dialog.tsx";
import { showToast } from "#shared/ui/toast.ts";

interface Props {
  floorId: number;
  onClose: () => void;
}

/** Plans a test of the emergency lights of a floor. */
export function EmergencyTestForm({ floorId, onClose }: Props) {
  const { t } = useLingui();
  const { campus } = useSession();
  const plan = usePlanTest();
  const [kind, setKind] = useState<EmergencyTestKind>("function");
  const [time, setTime] = useState("");
  const [isMonthly, setMonthly] = useState(true);
  const [isTimeMissing, setTimeMissing] = useState(false);
  const refused = plan.error ? refusedFieldText(plan.error, "plannedAt") : undefined;

  function save(): void {
    const plannedAt = instantOfWallTime(time, campus.timeZone);
    setTimeMissing(plannedAt === undefined);
    if (plannedAt === undefined) return;
    plan.mutate(
      { floor: floorId, kind, plannedAt, isMonthly },
      {
        onSuccess: () => {
          showToast({ kind: "success", text: t`The test is planned` });
          onClose();
        },
      },
    );
  }

  return (
    <Dialog onClose={onClose} title={t`New emergency light test`}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Stack gap="md">
          <Radio.Group
            label={t`Kind`}
            value={kind}
            onChange={(value) => setKind(value === "duration" ? "duration" : "function")}
          >
            <Stack gap={6} mt={4}>
              <Radio
                value="function"
                label={t`Function test`}
                description={t`Seconds: does each light come on?`}
              />
              <Radio
                value="duration"
                label={t`Duration test`}
                description={t`Up to three hours: does each battery last? Plan it for a time without people.`}
              />
            </Stack>
          </Radio.Group>
          <TextInput
            type="datetime-local"
            label={t({ message: "Time", comment: "Of a test" })}
            max={WALL_TIME_MAX}
            value={time}
            error={isTimeMissing ? fieldText("Choose a date and a time") : refused}
            onChange={(event) => {
              plan.reset();
              setTime(event.currentTarget.value);
            }}
          />
          <Checkbox
            label={t`Repeat each month`}
            checked={isMonthly}
            onChange={(event) => setMonthly(event.currentTarget.checked)}
          />
          {plan.error && !refused && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {errorText(plan.error)}
            </Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" loading={plan.isPending}>
              <Trans>Plan the test</Trans>
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
