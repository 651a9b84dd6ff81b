import { useLingui } from "@lingui/react/macro";
import { Button, Group, List, Stack, Text } from "@mantine/core";
import {
  changeDeviceType,
  getDeviceModel,
  hidePoint,
  REPLACEMENT_NOTE_MAX,
  replaceDevice,
  SERIAL_NUMBER_MAX,
} from "@verandah/contract/devices/device-changes.ts";
import type { DeviceEntry } from "@verandah/contract/devices/devices.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { useState } from "react";

import { useSession } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { isRefusal } from "#shared/call.ts";
import { fullText } from "#shared/format/time.ts";
import { refusalText, refusedFieldText } from "#shared/texts/field-text.ts";
import { usePointText } from "#shared/texts/use-point-text.ts";
import { useTypeName } from "#shared/texts/use-type-name.ts";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { showUndoToast } from "#shared/ui/feedback/undo-toast.tsx";
import { FormDialog } from "#shared/ui/form/form.tsx";
import { Section } from "#shared/ui/section.tsx";

type DeviceModel = ReplyOf<typeof getDeviceModel>;
type Action = "replace" | "points" | "type";

/** For administrators: what changes in the years of a device. */
export function DeviceChanges({ device }: { device: DeviceEntry }) {
  const { t } = useLingui();
  const { campus } = useSession();
  const [action, setAction] = useState<Action>();
  const model = useRoute(getDeviceModel, { id: device.id });
  const close = () => setAction(undefined);
  const buttons = [
    { kind: "replace", text: t`Replace device` },
    { kind: "points", text: t`Hide points` },
    { kind: "type", text: t`Change type` },
  ] as const;

  return (
    <Section of={model} isPart>
      {(shown) => (
        <Stack gap="xs" mt="md">
          {shown.replacements.map(({ at, by, serialNumber, note }) => (
            <Text key={at} size="sm">
              {t`Replaced ${fullText(at, campus.timeZone)} by ${by}: serial number ${serialNumber}`}
              {note && ` · ${note}`}
            </Text>
          ))}
          <Group gap="xs">
            {buttons.map(({ kind, text }) => (
              <Button key={kind} variant="default" size="compact-md" onClick={() => setAction(kind)}>
                {text}
              </Button>
            ))}
          </Group>
          {action === "replace" && <ReplaceDialog device={device} model={shown} onClose={close} />}
          {action === "points" && <PointsDialog device={device} model={shown} onClose={close} />}
          {action === "type" && <TypeDialog device={device} model={shown} onClose={close} />}
        </Stack>
      )}
    </Section>
  );
}

interface Props {
  device: DeviceEntry;
  model: DeviceModel;
  onClose: () => void;
}

/** Why a change of a device was refused. The dialog shows the present device already. */
function useRefusal() {
  const { t } = useLingui();
  return (error: unknown) => {
    const by = refusedFieldText(error, "by");
    const names = refusedFieldText(error, "overrides");
    if (isRefusal(error, "place-changed") && by)
      return t`${by} has changed this device meanwhile. Check it, then try again.`;
    return names ? t`An override is in force at ${names}. Release it first.` : refusalText(error);
  };
}

/** Notes the serial number of a new device. */
function ReplaceDialog({ device, model, onClose }: Props) {
  const { t } = useLingui();
  const replace = useChange(replaceDevice);
  const refusal = useRefusal();
  const { id, name } = device;
  return (
    <FormDialog
      title={t`Replace ${name}`}
      onClose={onClose}
      initial={{ serial_number: "", note: "" }}
      fields={[
        <Text key="what" size="sm">
          {t`For a new device with the same address. Its history, alarms and schedules go on.`}
        </Text>,
        {
          name: "serial_number",
          label: t`Serial number of the new device`,
          maxLength: SERIAL_NUMBER_MAX,
          isRequired: true,
          "data-autofocus": true,
        },
        { name: "note", label: t`Note`, maxLength: REPLACEMENT_NOTE_MAX },
      ]}
      action={t`Replace`}
      submit={(values) => replace.mutateAsync({ id, version: model.version, ...values })}
      renderFailure={(error) => <ErrorBanner text={error !== null && refusal(error)} />}
      done={t`The new device of ${name} is noted.`}
    />
  );
}

/** Hides points that the device does not have, and shows them again. */
function PointsDialog({ device, model, onClose }: Props) {
  const { t } = useLingui();
  const change = useChange(hidePoint);
  const refusal = useRefusal();
  const { nameOf } = usePointText();
  const { id, name, type } = device;
  return (
    <Dialog title={t`Points of ${name}`} onClose={onClose}>
      <Stack gap="sm">
        <Text size="sm">
          {t`Hide what this device does not have. A hidden point has no alarms, and is on no screen. Its stored values stay.`}
        </Text>
        <ErrorBanner text={change.error !== null && refusal(change.error)} />
        <Stack gap={4} component="ul" p={0} m={0} style={{ listStyle: "none" }}>
          {model.points.map(({ param_id: paramId, isHidden }) => {
            const point = nameOf(paramId, type);
            const isRunning = change.isPending && change.variables.param_id === paramId;
            return (
              <Group key={paramId} component="li" justify="space-between" wrap="nowrap">
                <Text size="sm" {...(isHidden && { c: "dimmed" })}>
                  {isHidden ? t`${point} (hidden)` : point}
                </Text>
                <Button
                  variant="default"
                  size="compact-sm"
                  flex="none"
                  loading={isRunning}
                  aria-label={isHidden ? t`Show ${point}` : t`Hide ${point}`}
                  onClick={() =>
                    change.mutate({ id, version: model.version, param_id: paramId, hidden: !isHidden })
                  }
                >
                  {isHidden ? t`Show` : t`Hide`}
                </Button>
              </Group>
            );
          })}
        </Stack>
      </Stack>
    </Dialog>
  );
}

/** Gives the device a type that its points fit. */
function TypeDialog({ device, model, onClose }: Props) {
  const { t } = useLingui();
  const change = useChange(changeDeviceType);
  const refusal = useRefusal();
  const typeName = useTypeName();
  const { nameOf } = usePointText();
  const { id, name } = device;
  const before = model.type;
  if (model.types.length === 0)
    return (
      <Dialog title={t`Change the type of ${name}`} onClose={onClose}>
        <Text size="sm">{t`No other type has points of this device in the same units.`}</Text>
      </Dialog>
    );
  return (
    <FormDialog
      title={t`Change the type of ${name}`}
      onClose={onClose}
      initial={{ type: "" }}
      action={t`Change type`}
      submit={async ({ type }) => {
        const { version } = await change.mutateAsync({ id, version: model.version, type });
        const typeText = typeName(type);
        showUndoToast(t`${name} is now: ${typeText}`, () =>
          change.mutateAsync({ id, version, type: before }),
        );
      }}
      renderFailure={(error) => <ErrorBanner text={error !== null && refusal(error)} />}
    >
      {({ values }) => {
        const lost = model.types.find(({ type }) => type === values.type)?.lost ?? [];
        return [
          {
            name: "type",
            label: t`Type`,
            kind: "choice",
            options: model.types.map(({ type }) => ({ value: type, label: typeName(type) })),
            isRequired: true,
            searchable: true,
          },
          lost.length > 0 && (
            <section key="lost" aria-live="polite">
              <Text size="sm">{t`These points lose their meaning and are hidden. Their values stay:`}</Text>
              <List size="sm">
                {lost.map((paramId) => (
                  <List.Item key={paramId}>{nameOf(paramId, before)}</List.Item>
                ))}
              </List>
            </section>
          ),
        ];
      }}
    </FormDialog>
  );
}
