import { useLingui } from "@lingui/react/macro";
import { ActionIcon } from "@mantine/core";
import {
  IconChevronLeft,
  IconChevronRight,
  IconZoomIn,
  IconZoomOut,
  IconZoomReset,
} from "@tabler/icons-react";

import { panned, type TrendWindow, windowOf, zoomed } from "./trend-window.ts";
import type { TrendView } from "./use-trend-view.ts";

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
