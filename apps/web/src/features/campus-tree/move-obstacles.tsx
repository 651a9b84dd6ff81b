import { useLingui } from "@lingui/react/macro";
import { Alert, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { MoveObstacle, PlaceMove } from "@verandah/contract/campuses/place-moves.ts";

/** What prevents the move of a place or device, with the names. */
export function MoveObstacles({ obstacles }: Pick<PlaceMove, "obstacles">) {
  const { t } = useLingui();
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={t`It cannot move now`}>
      {obstacles.map((obstacle) => (
        <Obstacle key={obstacle.kind} {...obstacle} />
      ))}
    </Alert>
  );
}

function Obstacle({ kind, names: all }: PlaceMove["obstacles"][number]) {
  const { t } = useLingui();
  const names = all.join(", ");
  const texts: Record<MoveObstacle, string> = {
    name: t`The new place has another ${names}. Rename one of them first.`,
    schedules: t`These schedules also name zones that stay: ${names}. Remove the zone from them first.`,
    titles: t`The new building has other schedules with these names: ${names}. Rename them first.`,
    scenes: t`These light scenes have lights that would leave their zone: ${names}. Delete them first.`,
    feeders: t`This equipment supplies it, or is supplied by it, and would be in another building: ${names}. Move it first.`,
  };
  return <Text size="sm">{texts[kind]}</Text>;
}
