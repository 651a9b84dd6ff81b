import { useLingui } from "@lingui/react/macro";
import { Button, CopyButton, Group, Stack, Text, Textarea } from "@mantine/core";
import {
  getProfile,
  listProfiles,
  removeProfile,
  saveProfile,
} from "@verandah/contract/gateways/gateways.ts";
import { protocolNames } from "@verandah/contract/gateways/protocol-fields.ts";
import { useState } from "react";

import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { numberText } from "#shared/format/number.ts";
import { refusedFieldText } from "#shared/texts/field-text.ts";
import { useTypeName } from "#shared/texts/use-type-name.ts";
import { DataTable } from "#shared/ui/data-grid/data-table.tsx";
import { RowButton } from "#shared/ui/data-grid/row-button.tsx";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { showToast, toastFailure } from "#shared/ui/feedback/toast.ts";
import { showUndoToast } from "#shared/ui/feedback/undo-toast.tsx";
import { Form } from "#shared/ui/form/form.tsx";
import { SectionCard } from "#shared/ui/section-card.tsx";
import { Section } from "#shared/ui/section.tsx";

const LINES_SHOWN = 18;
const NAME_MAX = 60;

/** The profiles: which address each point of a type of device has. */
export function ProfilesCard() {
  const { t } = useLingui();
  const typeName = useTypeName();
  const profiles = useRoute(listProfiles, {});
  const [shown, setShown] = useState<string>();
  const [draft, setDraft] = useState<Profile>();
  return (
    <SectionCard title={t`Profiles`}>
      <Text size="sm" c="dimmed" mb="xs">
        {t`A profile has the address of each point of a type of device. Make your own as a copy of one that fits.`}
      </Text>
      <Section of={profiles}>
        {(rows) => (
          <DataTable
            label={t`Profiles`}
            rows={rows}
            rowKey={({ name }) => name}
            columns={[
              {
                header: t`Name`,
                width: 180,
                isRowHeader: true,
                text: ({ name }) => name,
                render: ({ name }) => <RowButton text={name} onOpen={() => setShown(name)} />,
              },
              { header: t`Protocol`, text: ({ protocol }) => protocolNames[protocol] ?? protocol },
              { header: t`Type`, text: ({ type }) => (type === null ? "" : typeName(type)) },
              {
                header: t`Points`,
                isNumber: true,
                text: ({ points }) => numberText(points),
                sortKey: ({ points }) => points,
              },
              { header: t`Origin`, text: ({ isOwn }) => (isOwn ? t`This campus` : t`Built in`) },
            ]}
          />
        )}
      </Section>
      {shown !== undefined && (
        <ProfileDialog
          name={shown}
          onCopy={(profile) => {
            setShown(undefined);
            setDraft(profile);
          }}
          onClose={() => setShown(undefined)}
        />
      )}
      {draft && <EditProfileDialog {...draft} onClose={() => setDraft(undefined)} />}
    </SectionCard>
  );
}

interface Profile {
  name: string;
  yaml: string;
  /** Its name stays. */
  isOwn: boolean;
}

interface ProfileDialogProps {
  name: string;
  onCopy: (profile: Profile) => void;
  onClose: () => void;
}

function ProfileDialog({ name, onCopy, onClose }: ProfileDialogProps) {
  const { t } = useLingui();
  const loaded = useRoute(getProfile, { name });
  const remove = useChange(removeProfile);
  const restore = useChange(saveProfile);
  const onRemoved = (yaml: string) => {
    onClose();
    showUndoToast(t`${name} is removed.`, () => restore.mutateAsync({ name, yaml }));
  };
  const onRefused = (error: unknown) => {
    const devices = refusedFieldText(error, "devices");
    if (devices === undefined) return toastFailure(error);
    const text = t`Devices with this profile, also removed ones that can come back: ${devices}`;
    return showToast({ kind: "error", text });
  };
  return (
    <Dialog title={name} size="xl" onClose={onClose}>
      <Section of={loaded}>
        {({ yaml, isOwn }) => (
          <Stack gap="md">
            <Textarea
              label={t`Profile as YAML`}
              value={yaml}
              readOnly
              rows={LINES_SHOWN}
              dir="ltr"
              styles={{ input: { fontFamily: "monospace" } }}
            />
            <Group justify="flex-end">
              <CopyButton value={yaml}>
                {({ copied, copy }) => (
                  <Button variant="default" onClick={copy}>
                    {copied ? t`Copied` : t`Copy`}
                  </Button>
                )}
              </CopyButton>
              <Button
                variant="default"
                component="a"
                href={`data:application/yaml;charset=utf-8,${encodeURIComponent(yaml)}`}
                download={`${name}.yaml`}
              >
                {t`Save as a file`}
              </Button>
              <Button
                variant="default"
                onClick={() => onCopy({ name: `${name}-2`.slice(0, NAME_MAX), yaml, isOwn: false })}
              >
                {t`Make a copy`}
              </Button>
              {isOwn && (
                <Button
                  variant="default"
                  loading={remove.isPending}
                  onClick={() =>
                    remove.mutate({ name }, { onSuccess: () => onRemoved(yaml), onError: onRefused })
                  }
                >
                  {t`Remove`}
                </Button>
              )}
              {isOwn && <Button onClick={() => onCopy({ name, yaml, isOwn })}>{t`Edit`}</Button>}
            </Group>
          </Stack>
        )}
      </Section>
    </Dialog>
  );
}

function EditProfileDialog({ isOwn, onClose, ...initial }: Profile & { onClose: () => void }) {
  const { t } = useLingui();
  const save = useChange(saveProfile);
  const { name } = initial;
  return (
    <Dialog
      title={isOwn ? t`Edit ${name}` : t`New profile`}
      size="xl"
      onClose={onClose}
      closeOnClickOutside={false}
    >
      <Form
        initial={initial}
        submit={(values) => save.mutateAsync(values)}
        done={({ name: title }) => t`${title} is saved.`}
        onCancel={onClose}
        onDone={onClose}
      >
        {({ values, set, errorOf }) => [
          {
            name: "name",
            label: t`Name`,
            description: t`Lower-case letters, digits and hyphens`,
            maxLength: NAME_MAX,
            isRequired: true,
            disabled: isOwn,
          },
          <YamlField
            key="yaml"
            label={t`Profile as YAML`}
            value={values.yaml}
            error={errorOf("yaml")}
            onChange={(yaml) => set({ yaml })}
          />,
        ]}
      </Form>
    </Dialog>
  );
}

interface YamlFieldProps {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (yaml: string) => void;
}

/** A text in YAML, whose errors name the line. */
export function YamlField({ error, onChange, ...field }: YamlFieldProps) {
  return (
    <Textarea
      {...field}
      data-path="yaml"
      error={error && <span style={{ whiteSpace: "pre-wrap" }}>{error}</span>}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      rows={LINES_SHOWN}
      dir="ltr"
      spellCheck={false}
      styles={{ input: { fontFamily: "monospace" } }}
    />
  );
}
