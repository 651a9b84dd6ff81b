import { plural } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconHandStop } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";

import { overridesQuery } from "#data/commands/overrides.queries.ts";
import { useSession } from "#data/query/session.ts";

/** How many overrides are in force on a floor, and the way to those of the building. */
export function OverridesLink({ floorId }: { floorId: number }) {
  const { building } = useSession();
  const { data } = useQuery(overridesQuery(building.id));
  const count = data?.filter((one) => one.floorId === floorId).length ?? 0;
  return (
    <Button
      renderRoot={(props) => <Link to="/admin/controls" {...props} />}
      variant="default"
      leftSection={<IconHandStop size={16} aria-hidden />}
    >
      {plural(count, { 0: "Overrides", one: "# override in force", other: "# overrides in force" })}
    </Button>
  );
}
