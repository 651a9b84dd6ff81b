import { useLingui } from "@lingui/react/macro";
import { Skeleton } from "@mantine/core";
import { getNotificationSettings } from "@verandah/contract/notifications/notifications.ts";

import { useRoute } from "#data/query/use-route.ts";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";

import { NotificationSettingsForm } from "./notification-settings-form.tsx";

interface Props {
  onClose: () => void;
  onChanged: () => void;
}

/** A user's notification settings. */
export function NotificationSettingsDialog({ onClose, onChanged }: Props) {
  const { t } = useLingui();
  const { data, error } = useRoute(getNotificationSettings, {});
  return (
    <Dialog onClose={onClose} returnFocus={false} title={t`Notifications`}>
      {data ? (
        <NotificationSettingsForm settings={data} onClose={onClose} onSaved={onChanged} />
      ) : error ? (
        <ErrorBanner error={error} />
      ) : (
        <Skeleton height={320} />
      )}
    </Dialog>
  );
}
