import { useLingui } from "@lingui/react/macro";
import { Group, MultiSelect, NativeSelect, NumberInput, Radio, Text } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { listLocationMetrics } from "@verandah/contract/buildings.ts";
import {
  DIGEST_MAX_MINUTES,
  type NotificationSettings,
  notificationSettings,
  type NotifiedClasses,
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
import { fieldText } from "#shared/texts/field-text.ts";
import { languageCodes, languageName } from "#shared/texts/i18n.ts";
import { useLanguage } from "#shared/texts/use-language.ts";
import { DialogForm } from "#shared/ui/dialogs/dialog-form.tsx";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
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
  const form = useForm<NotificationSettings>({
    initialValues: draft,
    onValuesChange: keepDraft,
    validate: schemaResolver(notificationSettings, { sync: true }),
  });
  const { floor_ids: floorIds, by_mail: byMail } = form.values;

  return (
    <DialogForm
      isPending={save.isPending}
      onSubmit={form.onSubmit((values) => save.mutate(values, { onSuccess: onChanged }))}
      onCancel={onClose}
    >
      <ErrorBanner error={floorsError} />
      <ErrorBanner error={save.error} onClose={save.reset} />
      <ClassesField
        label={t`In the browser`}
        description={t`Pop-up message`}
        {...form.getInputProps("in_browser")}
      />
      <ClassesField
        label={t`By e-mail`}
        description={email ?? t`Your account has no e-mail address, so none is sent.`}
        {...form.getInputProps("by_mail")}
      />
      {byMail !== "none" && (
        <NativeSelect
          label={t`Language of the e-mails`}
          data={languageCodes.map((code) => ({ value: code, label: languageName(code) }))}
          {...form.getInputProps("language")}
        />
      )}
      {byMail !== "none" && (
        <NumberInput
          label={t`Combine e-mails for (minutes)`}
          description={t`Alarms within this time are combined in one e-mail.`}
          min={1}
          max={DIGEST_MAX_MINUTES}
          clampBehavior="none"
          {...form.getInputProps("digest_minutes")}
          error={fieldText(form.errors["digest_minutes"])}
        />
      )}
      <Radio.Group
        label={t`Floors`}
        value={floorIds === null ? "all" : "some"}
        onChange={(value) => form.setFieldValue("floor_ids", value === "all" ? null : [])}
      >
        <Group gap="md" mt={4}>
          <Radio value="all" label={t`All floors`} />
          <Radio value="some" label={t`Only these`} />
        </Group>
      </Radio.Group>
      {floorIds !== null && (
        <MultiSelect
          label={t`Floors`}
          data={floors.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={floorIds.map(String)}
          onChange={(ids) => form.setFieldValue("floor_ids", ids.map(Number))}
          error={fieldText(form.errors["floor_ids"])}
          clearable
        />
      )}
      <Text size="xs" c="dimmed">
        {t`Alarms of the whole building, such as a lost gateway, count for every floor.`}
      </Text>
    </DialogForm>
  );
}

interface ClassesFieldProps {
  label: string;
  description: string;
  value?: NotifiedClasses;
  onChange?: (value: string) => void;
}

/** None, the critical ones, or all. */
function ClassesField({ label, description, value, onChange }: ClassesFieldProps) {
  const { t } = useLingui();
  return (
    <Radio.Group
      label={label}
      description={description}
      {...(value && { value })}
      {...(onChange && { onChange })}
    >
      <Group gap="md" mt={6}>
        <Radio value="none" label={t({ message: "None", comment: "No alarms" })} />
        <Radio value="critical" label={t`Critical alarms`} />
        <Radio value="all" label={t`All alarms`} />
      </Group>
    </Radio.Group>
  );
}
