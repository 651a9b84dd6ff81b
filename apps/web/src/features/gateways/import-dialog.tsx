import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { FileButton, Button, List, Stack, Text } from "@mantine/core";
import { importGatewayFile } from "@verandah/contract/gateways/gateways.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { useState } from "react";

import { useChange } from "#data/query/use-change.ts";
import { useTypeName } from "#shared/texts/use-type-name.ts";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { showToast } from "#shared/ui/feedback/toast.ts";
import { Form } from "#shared/ui/form/form.tsx";

import { YamlField } from "./profiles-card.tsx";
import { usePlaceOptions } from "./use-gateway-texts.ts";

type Difference = ReplyOf<typeof importGatewayFile>;

/** Shows what the settings file of a gateway changes, then stores it. */
export function ImportDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useLingui();
  const call = useChange(importGatewayFile);
  const places = usePlaceOptions();
  const [difference, setDifference] = useState<Difference>();
  return (
    <Dialog title={t`Import a settings file`} size="xl" onClose={onClose} closeOnClickOutside={false}>
      <Form
        initial={{ yaml: "", place: Number.NaN }}
        keepsValues
        onChange={() => setDifference(undefined)}
        onCancel={onClose}
        action={difference ? t`Import` : t`Show the changes`}
        submit={async (values) => {
          const reply = await call.mutateAsync({ id, ...values, isConfirmed: difference !== undefined });
          if (!difference) return setDifference(reply);
          showToast({ kind: "success", text: t`The settings file is imported. Make a code now.` });
          onClose();
        }}
      >
        {({ values, set, errorOf }) => [
          <Stack key="yaml" gap="xs" align="stretch">
            <FileButton
              accept=".yaml,.yml,text/yaml"
              onChange={(file) => void file?.text().then((yaml) => set({ yaml }))}
            >
              {(props) => (
                <Button {...props} variant="default" style={{ alignSelf: "flex-start" }}>
                  {t`Choose a file`}
                </Button>
              )}
            </FileButton>
            <YamlField
              label={t`Settings file as YAML`}
              value={values.yaml}
              error={errorOf("yaml")}
              onChange={(yaml) => set({ yaml })}
            />
          </Stack>,
          {
            name: "place",
            label: t`Place of new devices`,
            kind: "choice",
            options: places,
            isRequired: true,
          },
          difference !== undefined && <Changes key="changes" {...difference} />,
        ]}
      </Form>
    </Dialog>
  );
}

function Changes({ devices, profiles, sections }: Difference) {
  const { t } = useLingui();
  const typeName = useTypeName();
  const added = devices.filter(({ isNew }) => isNew);
  const known = devices.filter(({ isNew }) => !isNew);
  return (
    <Stack gap="xs" role="status">
      <Text fw={600}>{plural(added.length, { one: "# device is added", other: "# devices are added" })}</Text>
      {added.length > 0 && (
        <List size="sm">
          {added.map(({ ssid, type }) => (
            <List.Item key={ssid}>{`${ssid} · ${typeName(type, "one")}`}</List.Item>
          ))}
        </List>
      )}
      {known.length > 0 && (
        <Text size="sm">
          {plural(known.length, { one: "# device gets its address", other: "# devices get their address" })}:{" "}
          {known.map(({ ssid }) => ssid).join(", ")}
        </Text>
      )}
      {profiles.length > 0 && <Text size="sm">{t`Profiles: ${profiles.join(", ")}`}</Text>}
      {sections.length > 0 && <Text size="sm">{t`Settings: ${sections.join(", ")}`}</Text>}
    </Stack>
  );
}
