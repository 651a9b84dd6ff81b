import { useLingui } from "@lingui/react/macro";
import { Button, Loader, Popover, Stack, Text } from "@mantine/core";
import { IconHelpCircle } from "@tabler/icons-react";
import { type PointReason, type ValueSource, getReasons } from "@verandah/contract/commands/why.ts";
import { useState } from "react";

import { useRoute } from "#data/query/use-route.ts";

import { useOriginName } from "../commands/use-origin-name.ts";
import { useMomentText } from "../format/use-time-text.ts";
import { errorText } from "../texts/error-text.ts";
import { usePointText } from "../texts/use-point-text.ts";

function useReasonTexts() {
  const { t } = useLingui();
  const originName = useOriginName();
  const momentText = useMomentText();
  const moment = (instant: string | null) => (instant ? momentText(instant) : "");

  const title = (isOn: boolean | null) =>
    isOn === true ? t`Why is it on?` : isOn === false ? t`Why is it off?` : t`What sets its values?`;

  function why({ source, name, priority, since, until }: PointReason): string {
    const [by, from, end] = [originName(name ?? ""), moment(since), moment(until)];
    const words: Record<ValueSource, () => string> = {
      person: () => (until ? t`${by} set it at ${from}; it ends at ${end}` : t`${by} set it at ${from}`),
      schedule: () =>
        until
          ? t`Schedule ${by} set it at ${from}; it runs until ${end}`
          : t`Schedule ${by} set it at ${from}`,
      automatic: () =>
        by
          ? t`Automatic: ${by} set it to follow its sensors at ${from}; it ends at ${end}`
          : t`Automatic: the controller follows its sensors`,
      "other-system": () => t`Another system holds it at priority ${priority ?? ""} since ${from}`,
      default: () => t`No command is in force: the equipment's own control sets it`,
      unknown: () => t`Unknown`,
    };
    return words[source]();
  }
  return { title, why };
}

/** The origin of the present state of a device, point by point. */
function ReasonList({ ssid }: { ssid: string }) {
  const { data, error } = useRoute(getReasons, { ssid });
  const { why } = useReasonTexts();
  const { nameOf, valueText } = usePointText();
  const { t } = useLingui();
  if (error)
    return (
      <Text size="sm" c="var(--mantine-color-error)">
        {errorText(error)}
      </Text>
    );
  if (!data) return <Loader size="xs" aria-label={t`Loading`} />;
  const { deviceType } = data;
  return (
    <Stack component="ul" gap={6}>
      {data.points.map((point) => {
        const { param_id: id, value, unit } = point;
        return (
          <li key={id}>
            <Text size="sm" fw={600}>
              {nameOf(id, deviceType)}
              {value !== null && `: ${valueText(id, value, unit, deviceType)}`}
            </Text>
            <Text size="sm" c="dimmed">
              {why(point)}
            </Text>
          </li>
        );
      })}
    </Stack>
  );
}

interface Props {
  ssid: string;
  /** Whether it is on; null where it is unknown, or where the device has no such state. Loaded when it is not given. */
  isOn?: boolean | null;
}

/** 'Why is it on?' of an equipment screen: a button that shows the origin of each value. */
export function ReasonsButton({ ssid, isOn }: Props) {
  const { title } = useReasonTexts();
  const [isOpen, setOpen] = useState(false);
  const { data } = useRoute(getReasons, { ssid }, { enabled: isOn === undefined || isOpen });
  const name = title(data?.isOn ?? isOn ?? null);
  return (
    <Popover opened={isOpen} onChange={setOpen} width={320} withArrow trapFocus shadow="md">
      <Popover.Target>
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconHelpCircle size={14} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          {name}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={name} tabIndex={-1}>
        <ReasonList ssid={ssid} />
      </Popover.Dropdown>
    </Popover>
  );
}
