import { useLingui } from "@lingui/react/macro";
import { Center } from "@mantine/core";
import { type PointerEvent, useEffect, useRef, useState } from "react";

import classes from "./intensity-ring.module.css";

interface Props {
  label: string;
  /** %; null when it is unknown. */
  percent: number | null;
  isDisabled: boolean;
  onChange: (percent: number) => void;
}

const SIZE = 96;
const RADIUS = 40;
const LENGTH = 2 * Math.PI * RADIUS;
const STEP = 5;
const HALF_PERCENT = 50;
/** Within this distance of the centre a pointer sets nothing. */
const INNER_PX = 24;
/** Keys change the value several times; it is sent by Enter, or this time after the last one, ms. Some people need a second for each key. */
const KEYS_REST_MS = 2_000;

/** A pointer as distance from the centre of the ring, pixels, and its value; the ring begins at the top. */
function positionOf({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) {
  const box = currentTarget.getBoundingClientRect();
  const [x, y] = [clientX - box.x - box.width / 2, box.y + box.height / 2 - clientY];
  const share = (Math.atan2(x, y) / (2 * Math.PI) + 1) % 1;
  return { distance: Math.hypot(x, y), percent: Math.round((share * 100) / STEP) * STEP };
}

/** A circular slider of light intensity, for pointer, touch and keys. Source: spec 2 §2 Lighting control page. */
export function IntensityRing({ label, percent, isDisabled, onChange }: Props) {
  const { t } = useLingui();
  const [draft, setDraft] = useState<number>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const shown = draft ?? percent;

  function commit(value: number): void {
    clearTimeout(timer.current);
    setDraft(undefined);
    onChange(value);
  }

  function follow(event: PointerEvent<HTMLElement>): void {
    if (isDisabled || draft === undefined || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { percent: next } = positionOf(event);
    // A pointer that passes the top stays at the end of the range.
    const isPastTop = Math.abs(next - draft) > HALF_PERCENT;
    setDraft(isPastTop ? Math.round(draft / 100) * 100 : next);
  }

  return (
    <div
      className={classes["ring"]}
      data-disabled={isDisabled}
      onPointerDown={(event) => {
        const { distance, percent: pressed } = positionOf(event);
        if (isDisabled || distance < INNER_PX) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDraft(pressed);
      }}
      onPointerMove={follow}
      onPointerUp={() => {
        if (!isDisabled && draft !== undefined) commit(draft);
      }}
      onPointerCancel={() => setDraft(undefined)}
    >
      <svg viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden>
        <circle cx={SIZE / 2} cy={SIZE / 2} r={RADIUS} className={classes["track"]} />
        <circle
          cx={SIZE / 2}
          cy={SIZE / 2}
          r={RADIUS}
          className={classes["level"]}
          strokeDasharray={`${(LENGTH * (shown ?? 0)) / 100} ${LENGTH}`}
          transform={`rotate(-90 ${SIZE / 2} ${SIZE / 2})`}
        />
      </svg>
      <Center component="output" pos="absolute" inset={0} fw={650} style={{ pointerEvents: "none" }}>
        {shown === null ? "–" : `${Math.round(shown)}\u00a0%`}
      </Center>
      <input
        type="range"
        className={classes["input"]}
        aria-label={label}
        aria-valuetext={shown === null ? t`No data` : `${Math.round(shown)} %`}
        min={0}
        max={100}
        step={STEP}
        value={shown ?? 0}
        disabled={isDisabled}
        onKeyDown={({ key }) => {
          if (key === "Enter" && draft !== undefined) commit(draft);
        }}
        onChange={({ currentTarget }) => {
          const value = Number(currentTarget.value);
          setDraft(value);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => commit(value), KEYS_REST_MS);
        }}
      />
    </div>
  );
}
