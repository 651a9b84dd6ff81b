import { useLingui } from "@lingui/react/macro";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";

import type { SearchFields } from "#shared/search-state.ts";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";

const floorOf = (search: SearchFields) => search["floor"];

/** Asks before changes that are not saved are left: for another screen, another floor, or the browser's own ways out. */
export function LeaveGuard({ isChanged }: { isChanged: boolean }) {
  const { t } = useLingui();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => {
      return current.pathname !== next.pathname || floorOf(current.search) !== floorOf(next.search);
    },
    enableBeforeUnload: isChanged,
    disabled: !isChanged,
    withResolver: true,
  });
  if (blocker.status !== "blocked") return null;
  return (
    <Dialog onClose={blocker.reset} title={t`Leave without saving?`}>
      <Stack>
        <Text size="sm">{t`The changes to this plan are not saved.`}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={blocker.reset}>{t`Stay`}</Button>
          <Button color="red" onClick={blocker.proceed}>{t`Leave`}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
