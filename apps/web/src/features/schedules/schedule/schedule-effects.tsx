import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Alert, Loader, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { ReplyOf, SentOf } from "@verandah/contract/route.ts";
import { previewSchedule } from "@verandah/contract/schedules/schedules.ts";

import { useRoute } from "#data/query/use-route.ts";
import { PreviewList } from "#shared/commands/preview-list.tsx";
import { refusalText } from "#shared/texts/field-text.ts";
import { Section } from "#shared/ui/section.tsx";

const TYPING_MS = 400;

/** Texts of the effects; a loader while they are loaded. */
function EffectsOf(input: SentOf<typeof previewSchedule>) {
  const { t } = useLingui();
  const wanted = JSON.stringify(input);
  const [asked] = useDebouncedValue(wanted, TYPING_MS);
  const preview = useRoute(previewSchedule, JSON.parse(asked));
  // An answer to other fields would be misleading.
  const shown = asked === wanted ? preview : { data: undefined, error: null, dataUpdatedAt: 0 };
  return (
    <Section
      of={shown}
      isPart
      errorText={shown.error ? refusalText(shown.error) : undefined}
      placeholder={<Loader size="xs" aria-busy aria-label={t`Effects`} />}
    >
      {(effects) => <Effects of={effects} />}
    </Section>
  );
}

function Effects({ of: { units, overlaps } }: { of: ReplyOf<typeof previewSchedule> }) {
  const { t } = useLingui();
  const titles = overlaps.map((one) => one.title).join(", ");
  return (
    <>
      {units.length > 0 ? (
        <PreviewList units={units} />
      ) : (
        <Text size="sm">{t`There is no equipment of this type in these zones.`}</Text>
      )}
      {overlaps.length > 0 && (
        <Text size="sm" mt={6}>
          {plural(overlaps.length, {
            one: "Another schedule is at the same time:",
            other: "# other schedules are at the same time:",
          })}{" "}
          {titles}. {t`The one that was made last applies.`}
        </Text>
      )}
    </>
  );
}

/**
 * The effects of a schedule before it is saved: equipment that cannot follow now, and other schedules at the same times. Always present, so
 * that the buttons below do not move.
 */
export function ScheduleEffects({ of }: { of: SentOf<typeof previewSchedule> | undefined }) {
  const { t } = useLingui();
  return (
    <Alert variant="light" title={t`Effects`}>
      {of ? <EffectsOf {...of} /> : <Text size="sm">{t`Choose a floor and its zones first.`}</Text>}
    </Alert>
  );
}
