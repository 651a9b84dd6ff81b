import { useLingui } from "@lingui/react/macro";
import { Button, Stack, Text } from "@mantine/core";
import { listOwnCampuses, switchCampus } from "@verandah/contract/auth/auth.ts";
import { roleNames } from "@verandah/contract/roles.ts";

import { useChangeBy } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { call } from "#shared/call.ts";
import { expectEndedSession, forgetEndedSession } from "#shared/ended-session.ts";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { Section } from "#shared/ui/section.tsx";

/** Opens another campus of the user. */
export function SwitchCampusDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const campuses = useRoute(listOwnCampuses, {});
  const change = useChangeBy(
    switchCampus,
    async (campus: number) => {
      // The live stream reports the end of the old session, maybe before the answer.
      expectEndedSession();
      try {
        return await call(switchCampus, { campus });
      } catch (error) {
        forgetEndedSession();
        throw error;
      }
    },
    // A new page, so that nothing of the old campus stays in memory.
    { onSuccess: () => window.location.assign("/") },
  );
  return (
    <Dialog onClose={onClose} returnFocus={false} title={t`Switch the campus`}>
      <Stack gap="sm">
        <Text size="sm">{t`All windows of this browser open the chosen campus. Unsaved input is lost.`}</Text>
        <Section of={campuses}>
          {(all) =>
            all.map(({ id, name, role, isOpen }) => (
              <Button
                key={id}
                variant="default"
                justify="space-between"
                h="auto"
                mih={44}
                disabled={isOpen || change.isSuccess}
                loading={change.isPending && change.variables === id}
                rightSection={
                  <Text span size="xs" c="dimmed">
                    {isOpen ? t`Open now` : t(roleNames[role.id])}
                  </Text>
                }
                onClick={() => change.mutate(id)}
              >
                {name}
              </Button>
            ))
          }
        </Section>
        <ErrorBanner error={change.error} />
      </Stack>
    </Dialog>
  );
}
