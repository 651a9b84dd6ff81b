import { useLingui } from "@lingui/react/macro";
import { Drawer, Skeleton, Stack } from "@mantine/core";
import { getAlarm } from "@verandah/contract/alarms/alarms.ts";

import { useRoute } from "#data/query/use-route.ts";
import { isRefusal } from "#shared/call.ts";
import { useSearchState } from "#shared/search-state.ts";
import { useLanguage } from "#shared/texts/use-language.ts";
import { Section } from "#shared/ui/section.tsx";

import { AlarmDetails } from "./alarm-details.tsx";

/** An alarm's details over any open screen; the address has the alarm's id. */
export function AlarmDrawer({ alarmId }: { alarmId: number }) {
  const { t } = useLingui();
  const [, change] = useSearchState();
  const asked = useRoute(getAlarm, { id: alarmId, language: useLanguage() });
  return (
    <Drawer
      opened
      onClose={() => change({ alarm: undefined })}
      position="right"
      size={460}
      title={t`Alarm details`}
      closeButtonProps={{ "aria-label": t`Close` }}
    >
      <Section
        of={asked}
        isPart
        errorText={isRefusal(asked.error, "not-found", "input-invalid") && t`Alarm not found.`}
        placeholder={
          <Stack gap="md" aria-busy>
            <Skeleton height={64} />
            <Skeleton height={34} width="50%" />
            <Skeleton height={180} />
            <Skeleton height={120} />
          </Stack>
        }
      >
        {(alarm) => <AlarmDetails key={alarm.Alarm_Id} alarm={alarm} />}
      </Section>
    </Drawer>
  );
}
