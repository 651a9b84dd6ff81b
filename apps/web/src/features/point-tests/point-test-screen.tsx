import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import {
  Alert,
  Box,
  Button,
  Group,
  Progress,
  SegmentedControl,
  Stack,
  Text,
  UnstyledButton,
} from "@mantine/core";
import { IconChevronDown, IconChevronRight, IconPlugConnectedX } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import {
  finishPointTest,
  getPointTest,
  type PointResult,
  type TestedPoint,
  type WholePointTest,
} from "@verandah/contract/point-tests.ts";
import { useEffect, useRef, useState } from "react";

import { useLiveConnection } from "#data/live/live.ts";
import { admits, useSession } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { useDraft } from "#shared/drafts.ts";
import { Value } from "#shared/equipment/reading-value.tsx";
import { fullText } from "#shared/format/time.ts";
import { ReportButton, useCountsText } from "#shared/point-tests/point-tests-card.tsx";
import { searchText, useSearchState } from "#shared/search-state.ts";
import { usePointText } from "#shared/texts/use-point-text.ts";
import { QuestionDialog } from "#shared/ui/dialogs/question-dialog.tsx";
import { showToast } from "#shared/ui/feedback/toast.ts";
import { Rows } from "#shared/ui/layout.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { SectionCard } from "#shared/ui/section-card.tsx";
import { Section } from "#shared/ui/section.tsx";

import { noDraft, type PointDraft, PointForm } from "./point-form.tsx";
import { PointFacts, ResultMark, useResultText } from "./point-result.tsx";

/** An acceptance test: its points by device, each with its live value, and the form of the open one. */
export function PointTestScreen() {
  const { t } = useLingui();
  const { id = "" } = useParams({ strict: false });
  const loaded = useRoute(getPointTest, { id });
  const name = loaded.data?.name ?? "";
  return (
    <Stack gap={14}>
      <PageTitle>{name ? t`Acceptance test: ${name}` : t`Acceptance test`}</PageTitle>
      <Section of={loaded}>{(test) => <Test test={test} />}</Section>
    </Stack>
  );
}

const filters = ["all", "untested", "failed"] as const;
type Filter = (typeof filters)[number];
const isShown = (filter: Filter, { result }: TestedPoint) =>
  filter === "all" || (filter === "failed" ? result === "failed" : result === null);

function Test({ test }: { test: WholePointTest }) {
  const { t } = useLingui();
  const { role } = useSession();
  const { isDown } = useLiveConnection();
  const [search, change] = useSearchState();
  const [drafts, setDrafts] = useDraft<Record<string, PointDraft>>("point-test", {});
  const [photos, setPhotos] = useState<Readonly<Record<string, string | undefined>>>({});
  const resultText = useResultText();
  const { id, points, testers, finishedAt } = test;
  const filter = filters.find((one) => one === searchText(search["show"])) ?? "all";
  const open = points.find(({ position }) => String(position) === searchText(search["point"]));
  const device = open?.ssid ?? searchText(search["device"]) ?? points[0]?.ssid;
  const mayTest = finishedAt === null && admits(finishPointTest.access, role.id);
  const untested = points.filter(({ result }) => result === null);
  const next = untested.find(({ position }) => position > (open?.position ?? -1)) ?? untested[0];
  const openPoint = (point: TestedPoint | undefined) =>
    change({ point: point?.position, device: point?.ssid ?? device });

  function onStored(point: TestedPoint, result: PointResult): void {
    setDrafts(({ [point.position]: _sent, ...others }) => others);
    setPhotos(({ [point.position]: _sent, ...others }) => others);
    showToast({
      kind: result === "failed" ? "error" : "success",
      text: resultText({ result, quality: null }),
    });
    // A failed point stays open, so that the tester can correct it and test it again.
    if (result !== "failed") openPoint(next?.position === point.position ? undefined : next);
  }

  return (
    <>
      <Summary
        test={test}
        next={mayTest ? next : undefined}
        onNext={() => openPoint(next)}
        mayTest={mayTest}
      />
      {isDown && mayTest && (
        <Alert role="alert" variant="default" icon={<IconPlugConnectedX aria-hidden />}>
          {t`No connection to the server. Nothing can be stored now. What you have typed stays here: store it when the connection is back.`}
        </Alert>
      )}
      <Box maw="100%" style={{ overflowX: "auto" }}>
        <SegmentedControl
          aria-label={t`Shown points`}
          value={filter}
          onChange={(value) => change({ show: value === "all" ? undefined : value })}
          data={[
            { value: "all", label: t`All` },
            { value: "untested", label: t`Not tested` },
            { value: "failed", label: t`Failed` },
          ]}
        />
      </Box>
      {points.some((point) => isShown(filter, point)) || <Text size="sm">{t`No such point.`}</Text>}
      {[...Map.groupBy(points, ({ ssid }) => ssid)].map(([ssid, own]) => (
        <DevicePoints
          key={ssid}
          points={own}
          shown={own.filter((point) => isShown(filter, point) || point === open)}
          isOpen={ssid === device}
          tester={testers.find((one) => one.ssid === ssid)?.name}
          open={open}
          onToggle={() => change({ device: ssid === device ? "none" : ssid, point: undefined })}
          onOpen={(point) => openPoint(point === open ? undefined : point)}
          renderOpen={(point, tester) =>
            mayTest ? (
              <>
                {point.result !== null && <PointFacts id={id} point={point} />}
                <PointForm
                  key={point.position}
                  id={id}
                  point={point}
                  tester={tester}
                  isDown={isDown}
                  draft={drafts[point.position] ?? noDraft}
                  onDraft={(draft) => setDrafts((others) => ({ ...others, [point.position]: draft }))}
                  photo={photos[point.position]}
                  onPhoto={(photo) => setPhotos((others) => ({ ...others, [point.position]: photo }))}
                  onStored={(result) => onStored(point, result)}
                />
              </>
            ) : (
              <PointFacts id={id} point={point} />
            )
          }
        />
      ))}
    </>
  );
}

interface SummaryProps {
  test: WholePointTest;
  next: TestedPoint | undefined;
  mayTest: boolean;
  onNext: () => void;
}

/** The progress of the test, and the way to the next point. */
function Summary({ test, next, mayTest, onNext }: SummaryProps) {
  const { t } = useLingui();
  const { campus } = useSession();
  const countsText = useCountsText();
  const finish = useChange(finishPointTest);
  const [isAsked, setIsAsked] = useState(false);
  const { points, passed, failed, skipped } = test.counts;
  const done = passed + failed + skipped;
  const untested = points - done;
  return (
    <SectionCard title={t`${done} of ${points} points tested`}>
      <Progress value={(100 * done) / points} color="gray" aria-label={t`Tested points`} mb="xs" />
      <Text size="sm" mb="xs" role="status">
        {countsText(test.counts)}
      </Text>
      {test.finishedAt !== null && (
        <Text size="sm" mb="xs">
          {t`Finished ${fullText(test.finishedAt, campus.timeZone)} · ${test.finishedBy ?? ""}. A finished test does not change.`}
        </Text>
      )}
      <Group gap="xs">
        {next && <Button size="compact-md" onClick={onNext}>{t`Next untested point`}</Button>}
        <ReportButton id={test.id} />
        {mayTest && (
          <Button
            variant="default"
            size="compact-md"
            onClick={() => setIsAsked(true)}
          >{t`Finish the test`}</Button>
        )}
      </Group>
      {isAsked && (
        <QuestionDialog
          title={t`Finish the test?`}
          action={t`Finish the test`}
          call={finish}
          onConfirm={() => finish.mutate({ id: test.id }, { onSuccess: () => setIsAsked(false) })}
          onClose={() => setIsAsked(false)}
        >
          {t`Its results do not change afterwards.`}{" "}
          {untested > 0 &&
            t`${plural(untested, { one: "# point is not tested, and the report says that the test is not complete.", other: "# points are not tested, and the report says that the test is not complete." })}`}
        </QuestionDialog>
      )}
    </SectionCard>
  );
}

interface DeviceProps {
  points: readonly TestedPoint[];
  shown: readonly TestedPoint[];
  isOpen: boolean;
  tester: string | undefined;
  open: TestedPoint | undefined;
  onToggle: () => void;
  onOpen: (point: TestedPoint) => void;
  renderOpen: (point: TestedPoint, tester: string | undefined) => React.ReactNode;
}

/** The points of a device. Only those of the open device follow their live values. */
function DevicePoints({ points, shown, isOpen, tester, open, onToggle, onOpen, renderOpen }: DeviceProps) {
  const { t } = useLingui();
  const [first] = points;
  if (!first || shown.length === 0) return null;
  const done = points.filter(({ result }) => result !== null).length;
  const failed = points.filter(({ result }) => result === "failed").length;
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <section aria-label={first.deviceName}>
      <UnstyledButton w="100%" mih={44} aria-expanded={isOpen} onClick={onToggle}>
        <Group gap="xs" wrap="nowrap">
          <Icon size={18} aria-hidden style={{ flexShrink: 0 }} />
          <Text fw={600} style={{ flexGrow: 1, overflowWrap: "anywhere" }}>
            {first.deviceName}
          </Text>
          <Text size="sm" c="dimmed">
            {[
              tester !== undefined && t`${tester} is testing`,
              t`${done} of ${points.length}`,
              failed > 0 && t`${failed} failed`,
            ]
              .filter(Boolean)
              .join(" · ")}
          </Text>
        </Group>
      </UnstyledButton>
      {isOpen && (
        <Rows hasTop>
          {shown.map((point) => (
            <PointRow key={point.position} point={point} isOpen={point === open} onOpen={() => onOpen(point)}>
              {point === open && renderOpen(point, tester)}
            </PointRow>
          ))}
        </Rows>
      )}
    </section>
  );
}

interface RowProps {
  point: TestedPoint;
  isOpen: boolean;
  onOpen: () => void;
  children: React.ReactNode;
}

function PointRow({ point, isOpen, onOpen, children }: RowProps) {
  const { nameOf } = usePointText();
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isOpen) row.current?.scrollIntoView({ block: "nearest" });
  }, [isOpen]);
  const { ssid, deviceType, param_id: paramId } = point;
  return (
    <li ref={row}>
      <UnstyledButton w="100%" mih={44} aria-expanded={isOpen} onClick={onOpen}>
        <Group gap="4px 12px" justify="space-between">
          <Text size="sm" fw={isOpen ? 600 : 400}>
            {nameOf(paramId, deviceType)}
          </Text>
          <Group gap="xs">
            <Text size="sm" component="span">
              <Value device={ssid} point={paramId} deviceType={deviceType} />
            </Text>
            <ResultMark of={point} />
          </Group>
        </Group>
      </UnstyledButton>
      {children && <Box py="sm">{children}</Box>}
    </li>
  );
}
