import { plural } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconHandStop } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";

import { useSession } from "#shared/session.ts";

import { overridesQuery } from "./overrides.queries.ts";

/** How many overrides are in force in the building, and the way to them. */
export function OverridesLink() {
  const { building } = useSession();
  const { data } = useQuery(overridesQuery(building.id));
  const count = data?.length ?? 0;
  return (
    <Button
      renderRoot={(props) => <Link to="/admin/controls" {...props} />}
      variant="default"
      leftSection={<IconHandStop size={16} aria-hidden />}
    >
      {plural(count, { "=0": "Overrides", one: "# override in force", other: "# overrides in force" })}
    </Button>
  );
}
