import { useLingui } from "@lingui/react/macro";
import { Group, NativeSelect, Radio, Text } from "@mantine/core";
import { listLocationMetrics } from "@verandah/contract/buildings.ts";
import {
  DIGEST_MAX_MINUTES,
  type NotificationSettings,
  notificationSettings,
} from "@verandah/contract/notifications/notification-forms.ts";
import {
  getNotificationSettings,
  saveNotificationSettings,
} from "@verandah/contract/notifications/notifications.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";

import { useSession } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { useDraft } from "#shared/drafts.ts";
import { languageCodes, languageName } from "#shared/texts/i18n.ts";
import { useLanguage } from "#shared/texts/use-language.ts";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { Form } from "#shared/ui/form/form.tsx";
import { Section } from "#shared/ui/section.tsx";

interface Props {
  onClose: () => void;
  onChanged: () => void;
}

/** A user's notification settings. */
export function NotificationSettingsDialog(props: Props) {
  const { t } = useLingui();
  const saved = useRoute(getNotificationSettings, {});
  return (
    <Dialog onClose={props.onClose} returnFocus={false} title={t`Notifications`}>
      <Section of={saved} isPart>
        {(settings) => <SettingsForm settings={settings} {...props} />}
      </Section>
    </Dialog>
  );
}

function SettingsForm({
  settings,
  onClose,
  onChanged,
}: Props & { settings: ReplyOf<typeof getNotificationSettings> }) {
  const { t } = useLingui();
  const { building } = useSession();
  const { data: floors = [], error: floorsError } = useRoute(listLocationMetrics, { id: building.id });
  const save = useChange(saveNotificationSettings, { endsWhenShown: true });
  const shown = useLanguage();
  const { email, ...chosen } = settings;
  // A user without mails has not chosen their language yet.
  const initialValues = chosen.by_mail === "none" ? { ...chosen, language: shown } : chosen;
  const [draft, keepDraft] = useDraft<NotificationSettings>("notification-settings", initialValues);
  const notified = {
    kind: "radio",
    options: [
      { value: "none", label: t({ message: "None", comment: "No alarms" }) },
      { value: "critical", label: t`Critical alarms` },
      { value: "all", label: t`All alarms` },
    ],
  } as const;

  return (
    <Form
      initial={draft}
      onChange={keepDraft}
      schema={notificationSettings}
      submit={(values) => save.mutateAsync(values)}
      onDone={onChanged}
      onCancel={onClose}
    >
      {({ values, set }) => [
        <ErrorBanner key="error" error={floorsError} />,
        { name: "in_browser", label: t`In the browser`, description: t`Pop-up message`, ...notified },
        {
          name: "by_mail",
          label: t`By e-mail`,
          description: email ?? t`Your account has no e-mail address, so none is sent.`,
          ...notified,
        },
        values.by_mail !== "none" && (
          <NativeSelect
            key="language"
            label={t`Language of the e-mails`}
            data={languageCodes.map((code) => ({ value: code, label: languageName(code) }))}
            value={values.language}
            onChange={({ currentTarget }) =>
              set({ language: languageCodes.find((code) => code === currentTarget.value) ?? values.language })
            }
          />
        ),
        values.by_mail !== "none" && {
          name: "digest_minutes",
          label: t`Combine e-mails for (minutes)`,
          kind: "number",
          description: t`Alarms within this time are combined in one e-mail.`,
          min: 1,
          max: DIGEST_MAX_MINUTES,
          clampBehavior: "none",
        },
        <Radio.Group
          key="floors"
          label={t`Floors`}
          value={values.floor_ids === null ? "all" : "some"}
          onChange={(value) => set({ floor_ids: value === "all" ? null : [] })}
        >
          <Group gap="md" mt={4}>
            <Radio value="all" label={t`All floors`} />
            <Radio value="some" label={t`Only these`} />
          </Group>
        </Radio.Group>,
        values.floor_ids !== null && {
          name: "floor_ids",
          label: t`Floors`,
          kind: "choices",
          options: floors.map(({ id, name }) => ({ value: id, label: name })),
          clearable: true,
        },
        <Text key="note" size="xs" c="dimmed">
          {t`Alarms of the whole building, such as a lost gateway, count for every floor.`}
        </Text>,
      ]}
    </Form>
  );
}
