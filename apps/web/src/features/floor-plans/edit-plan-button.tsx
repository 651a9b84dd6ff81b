import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { saveFloorPlan } from "@verandah/contract/floor-plans/floor-plans.ts";

import { admits, useSession } from "#data/query/session.ts";

/** Link to a floor's editor, for roles that may change the plan. */
export function EditPlanButton({ floorId }: { floorId: number }) {
  const { role } = useSession();
  if (!admits(saveFloorPlan.access, role.id)) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconPencil size={16} aria-hidden />}
      renderRoot={(props) => <Link to="/admin/floorplan" search={{ floor: floorId }} {...props} />}
    >
      <Trans>Edit plan</Trans>
    </Button>
  );
}
