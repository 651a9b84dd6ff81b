import { useLingui } from "@lingui/react/macro";
import { ActionIcon, Button, Group, Popover, SegmentedControl, Stack, Text } from "@mantine/core";
import {
  IconCalendar,
  IconChevronLeft,
  IconChevronRight,
  IconZoomIn,
  IconZoomOut,
  IconZoomReset,
} from "@tabler/icons-react";
import { useState } from "react";

import { RangeField } from "../ui/fields/range-field.tsx";
import { panned, rangeNames, type TrendWindow, windowOf, WINDOW_MAX_MS, zoomed } from "./trend-window.ts";
import type { TrendView, useAddressedView } from "./use-trend-view.ts";

/** A step to earlier or later is half of the window. */
const PAN_SHARE = 0.5;
const ZOOM_FACTOR = 2;

const shownNow = ({ range }: TrendView) => windowOf(range, Date.now(), 1);

/** Earlier, later, closer, wider, and back. */
export function ZoomButtons({ view }: { view: TrendView }) {
  const { t } = useLingui();
  const move =
    (change: (window: TrendWindow, amount: number, nowMs: number) => TrendWindow, amount: number) => () =>
      view.zoomTo(change(shownNow(view), amount, Date.now()));
  const buttons = [
    { label: t`Earlier`, icon: IconChevronLeft, onClick: move(panned, -PAN_SHARE), isDisabled: false },
    { label: t`Later`, icon: IconChevronRight, onClick: move(panned, PAN_SHARE), isDisabled: !view.isZoomed },
    { label: t`Zoom in`, icon: IconZoomIn, onClick: move(zoomed, 1 / ZOOM_FACTOR), isDisabled: false },
    { label: t`Zoom out`, icon: IconZoomOut, onClick: move(zoomed, ZOOM_FACTOR), isDisabled: false },
    { label: t`Reset zoom`, icon: IconZoomReset, onClick: view.reset, isDisabled: !view.isZoomed },
  ];
  return (
    <ActionIcon.Group>
      {buttons.map(({ label, icon: Icon, onClick, isDisabled }) => (
        <ActionIcon
          key={label}
          variant="default"
          size={30}
          aria-label={label}
          title={label}
          disabled={isDisabled}
          onClick={onClick}
        >
          <Icon size={16} aria-hidden />
        </ActionIcon>
      ))}
    </ActionIcon.Group>
  );
}

/** The time that the charts of a screen show. */
export function TrendRangeBar({ view }: { view: ReturnType<typeof useAddressedView> }) {
  const { t } = useLingui();
  const names = { "1h": t`1 h`, "24h": t`24 h`, "7d": t`7 days` };
  return (
    <Group gap="xs" role="group" aria-label={t`Time range`}>
      <SegmentedControl
        size="xs"
        value={view.isZoomed ? "" : view.name}
        data={rangeNames.map((name) => ({ value: name, label: names[name] }))}
        onChange={(chosen) => {
          const name = rangeNames.find((one) => one === chosen);
          if (name) view.choose(name);
        }}
      />
      <Popover trapFocus position="bottom-end" withinPortal>
        <Popover.Target>
          <Button size="compact-sm" variant="default" leftSection={<IconCalendar size={14} aria-hidden />}>
            {t`From – to`}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <FreeRange view={view} />
        </Popover.Dropdown>
      </Popover>
      <ZoomButtons view={view} />
    </Group>
  );
}

function FreeRange({ view }: { view: TrendView }) {
  const { t } = useLingui();
  const [draft, setDraft] = useState(() => shownNow(view));
  const problem =
    draft.toMs <= draft.fromMs
      ? t`End date should be greater than start date`
      : draft.toMs - draft.fromMs > WINDOW_MAX_MS
        ? t`A trend covers at most 400 days`
        : undefined;
  return (
    <Stack gap="xs">
      <RangeField
        label={t({ message: "From", comment: "Begin of a time range" })}
        value={new Date(draft.fromMs).toISOString()}
        onChange={(instant) => setDraft((before) => ({ ...before, fromMs: Date.parse(instant) }))}
      />
      <RangeField
        label={t({ message: "To", comment: "End of a time range" })}
        value={new Date(draft.toMs).toISOString()}
        problem={problem}
        onChange={(instant) => setDraft((before) => ({ ...before, toMs: Date.parse(instant) }))}
      />
      <Button size="compact-sm" disabled={problem !== undefined} onClick={() => view.zoomTo(draft)}>
        {t`Show`}
      </Button>
      <Text size="xs" c="dimmed">{t`You can also drag across a chart to zoom.`}</Text>
    </Stack>
  );
}
