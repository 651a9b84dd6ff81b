import { useLingui } from "@lingui/react/macro";
import { getNotificationSettings } from "@verandah/contract/notifications/notifications.ts";

import { useRoute } from "#data/query/use-route.ts";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { Section } from "#shared/ui/section.tsx";

import { NotificationSettingsForm } from "./notification-settings-form.tsx";

interface Props {
  onClose: () => void;
  onChanged: () => void;
}

/** A user's notification settings. */
export function NotificationSettingsDialog({ onClose, onChanged }: Props) {
  const { t } = useLingui();
  const saved = useRoute(getNotificationSettings, {});
  return (
    <Dialog onClose={onClose} returnFocus={false} title={t`Notifications`}>
      <Section of={saved} isPart>
        {(settings) => <NotificationSettingsForm settings={settings} onClose={onClose} onSaved={onChanged} />}
      </Section>
    </Dialog>
  );
}
