import { Trans, useLingui } from "@lingui/react/macro";
import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import {
  type FloorPlan,
  getFloorPlan,
  resetFloorPlan,
  saveFloorPlan,
} from "@verandah/contract/floor-plans/floor-plans.ts";
import { type Dispatch, useState } from "react";

import { useChange } from "#data/query/use-change.ts";
import { useNewest } from "#data/query/use-newest.ts";
import { isRefusal } from "#shared/call.ts";
import { errorText } from "#shared/texts/error-text.ts";
import { QuestionDialog } from "#shared/ui/dialogs/question-dialog.tsx";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { showToast } from "#shared/ui/feedback/toast.ts";

import { changeOf, type DraftAction, isChanged, type PlanDraft } from "./plan-draft.ts";

interface Props {
  /** As it was when the editing began, or as it was last saved. */
  plan: FloorPlan;
  draft: PlanDraft;
  dispatch: Dispatch<DraftAction>;
  onPlan: (plan: FloorPlan) => void;
}

/** Saves everything as one change; after a conflict with another person's change the user chooses. */
export function SaveBar({ plan, draft, dispatch, onPlan }: Props) {
  const { t } = useLingui();
  const newest = useNewest();
  const save = useChange(saveFloorPlan, { endsWhenShown: true });
  const reset = useChange(resetFloorPlan, { endsWhenShown: true });
  const [isAsking, setIsAsking] = useState(false);
  const failure = save.error ?? reset.error;
  const isClash = isRefusal(failure, "plan-changed");

  function done(saved: FloorPlan, text: string): void {
    dispatch({ kind: "discard" });
    onPlan(saved);
    showToast({ kind: "success", text });
  }
  function store(version: number): void {
    reset.reset();
    save.mutate(
      { id: plan.id, ...changeOf(draft, version) },
      { onSuccess: (saved) => done(saved, t`Floor plan saved.`) },
    );
  }
  function goBack(): void {
    setIsAsking(false);
    save.reset();
    reset.mutate(
      { id: plan.id, version: plan.version },
      { onSuccess: (saved) => done(saved, t`The plan matches the site file.`) },
    );
  }
  async function loadTheirs(): Promise<FloorPlan> {
    const theirs = await newest(getFloorPlan, { id: plan.id });
    save.reset();
    reset.reset();
    onPlan(theirs);
    return theirs;
  }

  return (
    <Stack gap="sm">
      {isClash ? (
        <Alert color="red" role="alert" title={errorText(failure)}>
          <Group gap="xs" mt={4}>
            <Button
              variant="default"
              onClick={() => void loadTheirs().then(() => dispatch({ kind: "discard" }))}
            >
              {t`Discard my changes and load theirs`}
            </Button>
            <Button
              variant="default"
              onClick={() => void loadTheirs().then((theirs) => store(theirs.version))}
            >
              {t`Overwrite with my changes`}
            </Button>
          </Group>
        </Alert>
      ) : (
        <ErrorBanner error={failure} />
      )}
      <Group gap="xs">
        <Button
          disabled={!isChanged(draft) || draft.corners !== undefined}
          loading={save.isPending}
          onClick={() => store(plan.version)}
        >
          {t`Save`}
        </Button>
        <Button
          variant="default"
          disabled={!isChanged(draft)}
          onClick={() => {
            save.reset();
            dispatch({ kind: "discard" });
          }}
        >
          {t`Discard changes`}
        </Button>
        <Button
          variant="subtle"
          disabled={plan.version === 0}
          loading={reset.isPending}
          onClick={() => setIsAsking(true)}
        >
          {t`Restore original plan`}
        </Button>
      </Group>
      {isAsking && (
        <QuestionDialog
          title={t`Reset the plan?`}
          action={t`Reset`}
          call={reset}
          onConfirm={goBack}
          onClose={() => setIsAsking(false)}
        >
          <Text size="sm">
            <Trans>
              This removes the drawing and all changes on this floor. Zones, devices, seats and rooms return
              to their places in the site file.
            </Trans>
          </Text>
        </QuestionDialog>
      )}
    </Stack>
  );
}
