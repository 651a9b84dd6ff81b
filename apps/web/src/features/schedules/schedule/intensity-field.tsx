import { useLingui } from "@lingui/react/macro";
import { Input, Slider } from "@mantine/core";
import { INTENSITY, intensityColor } from "@verandah/contract/schedules/schedules.ts";
import { useId } from "react";

interface Props {
  value: number;
  /** Action on the equipment. */
  note: string;
  onChange: (percent: number) => void;
}

const marks = [25, 50, 75].map((value) => ({ value }));

/** 10 to 100 in steps of 10. Source: spec 1 §5. */
export function IntensityField({ value, note, onChange }: Props) {
  const { t } = useLingui();
  const noteId = useId();
  return (
    <Input.Wrapper
      label={t`Intensity: ${value} %`}
      labelElement="div"
      description={note}
      descriptionProps={{ id: noteId }}
    >
      <Slider
        mt="xs"
        mb="xs"
        min={INTENSITY.min}
        max={INTENSITY.max}
        step={INTENSITY.step}
        value={value}
        marks={marks}
        label={null}
        thumbLabel={t`Intensity`}
        thumbProps={{ "aria-describedby": noteId }}
        color={intensityColor(value)}
        onChange={onChange}
      />
    </Input.Wrapper>
  );
}
