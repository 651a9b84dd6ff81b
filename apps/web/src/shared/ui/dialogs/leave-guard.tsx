import { useLingui } from "@lingui/react/macro";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";

import type { SearchFields } from "../../search-state.ts";
import { Dialog } from "./dialog.tsx";

const floorOf = (search: SearchFields) => search["floor"];

/** Asks before unsaved changes are left: for another screen, another floor, or by the browser. */
export function LeaveGuard({ hasChanges }: { hasChanges: boolean }) {
  const { t } = useLingui();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => {
      return current.pathname !== next.pathname || floorOf(current.search) !== floorOf(next.search);
    },
    enableBeforeUnload: hasChanges,
    disabled: !hasChanges,
    withResolver: true,
  });
  if (blocker.status !== "blocked") return null;
  return (
    <Dialog onClose={blocker.reset} title={t`Leave without saving?`}>
      <Stack>
        <Text size="sm">{t`Your changes are not saved.`}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={blocker.reset}>{t`Stay`}</Button>
          <Button onClick={blocker.proceed}>{t`Leave`}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
