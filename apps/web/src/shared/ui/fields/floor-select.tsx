import { useLingui } from "@lingui/react/macro";
import { Select, type SelectProps } from "@mantine/core";

import type { Floor } from "../../use-chosen-floor.ts";

interface Props extends Pick<SelectProps, "w"> {
  floors: readonly Pick<Floor, "id" | "name">[];
  floor: Pick<Floor, "id" | "name"> | undefined;
  onChoose: (id: number) => void;
}

export function FloorSelect({ floors, floor, onChoose, w = { base: "100%", xs: 200 } }: Props) {
  const { t } = useLingui();
  return (
    <Select
      label={t`Floor`}
      w={w}
      allowDeselect={false}
      data={floors.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={floor ? String(floor.id) : null}
      onChange={(id) => onChoose(Number(id))}
    />
  );
}
