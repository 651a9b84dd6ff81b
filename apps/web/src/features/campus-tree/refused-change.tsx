import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Alert } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";

import { isRefusal } from "#shared/call.ts";
import { refusalText, refusedFieldText } from "#shared/texts/field-text.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";

import { type ItemValues, placesFor, type TreeItem, valuesOf } from "./tree-items.ts";

interface Props {
  root: TreeItem;
  /** To the item, which is the last. */
  path: readonly TreeItem[];
  /** What the item was when the dialog opened. */
  opened: ItemValues;
  /** Of the refused call. */
  error: unknown;
  /** What to do next. */
  advice: string;
}

/** What another administrator has changed since a dialog opened, or any other reason of a refusal. */
export function RefusedChange({ root, path, opened, error, advice }: Props) {
  const { t } = useLingui();
  const { title, activated, parent, seats, facilities: list = [] } = valuesOf(path);
  const facilities = list.join(", ");
  const placeName = placesFor(root, path).find(({ value }) => value === String(parent))?.label ?? "";
  const changes = [
    title !== opened.title && t`The name is now ${title}.`,
    activated !== opened.activated && (activated ? t`It is activated now.` : t`It is deactivated now.`),
    parent !== opened.parent && t`The place is now ${placeName}.`,
    seats !== opened.seats && plural(seats ?? 0, { one: "It has # seat now.", other: "It has # seats now." }),
    facilities !== (opened.facilities ?? []).join(", ") && t`Its facilities are now: ${facilities || "–"}.`,
  ].filter((text) => text !== false);
  const by = refusedFieldText(error, "by");
  const isChanged = isRefusal(error, "place-changed");
  return (
    <>
      <ErrorBanner text={error !== null && !isChanged && refusalText(error)} />
      {(changes.length > 0 || isChanged) && (
        <Alert
          role="alert"
          color="yellow"
          icon={<IconAlertTriangle aria-hidden />}
          title={
            by
              ? t`${by} has changed this place or device.`
              : t`Someone else has changed this place or device.`
          }
        >
          {[...changes, advice].join(" ")}
        </Alert>
      )}
    </>
  );
}
