import { useLingui } from "@lingui/react/macro";
import { Group, Radio } from "@mantine/core";
import type { NotifiedClasses } from "@verandah/contract/notifications/notification-forms.ts";

interface Props {
  label: string;
  description: string;
  value?: NotifiedClasses;
  onChange?: (value: string) => void;
}

/** None, the critical ones, or all. */
export function ClassesField({ label, description, value, onChange }: Props) {
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
