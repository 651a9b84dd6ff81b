import { useLingui } from "@lingui/react/macro";
import { Button, FileButton, Group, Stack, Text, Title } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import type { FloorPlan } from "@verandah/contract/floor-plans/floor-plans.ts";
import { type Dispatch, useState } from "react";

import type { DraftAction, PlanDraft } from "./plan-draft.ts";
import { readDrawingFile } from "./read-drawing-file.ts";

interface Props {
  plan: FloorPlan;
  draft: PlanDraft;
  dispatch: Dispatch<DraftAction>;
}

/** Chooses the drawing beneath the zones, or takes it away. */
export function DrawingField({ plan, draft, dispatch }: Props) {
  const { t } = useLingui();
  const [refusal, setRefusal] = useState<string>();
  const { drawing } = draft;
  const hasDrawing = drawing === undefined ? plan.drawing !== null : drawing !== null;

  async function choose(file: File | null): Promise<void> {
    if (!file) return;
    const read = await readDrawingFile(file);
    setRefusal("refusal" in read ? `${file.name}: ${read.refusal}` : undefined);
    if (!("refusal" in read)) dispatch({ kind: "drawing", drawing: read });
  }

  function stateText(): string {
    if (drawing) return t`New: ${drawing.name}`;
    if (hasDrawing) return t`A drawing was uploaded.`;
    return t`No drawing: zone outlines are used as walls.`;
  }

  return (
    <section aria-labelledby="drawing">
      <Title order={2} size="h5" id="drawing">{t`Drawing`}</Title>
      <Stack gap="xs">
        <Text size="sm" c="dimmed">{t`SVG or PNG, at most 2 MB, fitted into 420 by 590.`}</Text>
        <Text size="sm">{stateText()}</Text>
        <Group gap="xs">
          {/* The same file may be chosen again after it was corrected. */}
          <FileButton
            key={drawing?.address ?? refusal}
            accept=".svg,.png,image/svg+xml,image/png"
            onChange={(file) => void choose(file)}
          >
            {(props) => (
              <Button variant="default" leftSection={<IconUpload size={16} aria-hidden />} {...props}>
                {t`Upload a drawing`}
              </Button>
            )}
          </FileButton>
          {hasDrawing && (
            <Button variant="subtle" color="red" onClick={() => dispatch({ kind: "drawing", drawing: null })}>
              {t`Remove drawing`}
            </Button>
          )}
        </Group>
        {refusal && (
          <Text role="alert" size="sm" c="var(--text-critical)">
            {refusal}
          </Text>
        )}
      </Stack>
    </section>
  );
}
