import { useLingui } from "@lingui/react/macro";
import { Card, Text, Title } from "@mantine/core";
import { listMessageProblems, type MessageProblem } from "@verandah/contract/devices/message-problems.ts";

import { admits, useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { numberText } from "#shared/format/number.ts";
import { fullText } from "#shared/format/time.ts";
import { useAgeText } from "#shared/format/use-time-text.ts";
import { Section } from "#shared/ui/section.tsx";

import classes from "./network.module.css";

/** For administrators: messages of gateways and connected devices that cannot be used. Nothing without any. */
export function MessageProblems() {
  const { t } = useLingui();
  const session = useSession();
  const ageText = useAgeText();
  const isAllowed = admits(listMessageProblems.access, session.role.id);
  const listed = useRoute(listMessageProblems, {}, { enabled: isAllowed });
  if (!isAllowed || (!listed.error && !listed.data?.length)) return null;
  const reasons: Record<MessageProblem, string> = {
    "not-json": t`Not JSON: a bare NaN or a damaged text`,
    "wrong-shape": t`Wrong shape: a text in place of a number, or a missing field`,
    "wrong-time": t`Wrong time: times are in milliseconds since 1970`,
    rejected: t`Rejected: a foreign device, or a value that cannot be stored`,
    "foreign-topic": t`Topic of another client`,
    "name-in-use": t`Several clients use this name`,
  };
  return (
    <Card component="section" aria-labelledby="message-problems" padding="sm">
      <Title order={2} size="h5" id="message-problems">{t`Messages that cannot be used`}</Title>
      <Text size="sm" c="dimmed">
        {t`These messages of the last 7 days are not stored, and their senders do not send them again. Correct the sender.`}
      </Text>
      <Section of={listed}>
        {(problems) => (
          <div style={{ overflowX: "auto" }}>
            <table className={classes["table"]}>
              <thead>
                <tr>
                  <th scope="col">{t`Sender`}</th>
                  <th scope="col">{t`Reason`}</th>
                  <th scope="col">{t`Messages`}</th>
                  <th scope="col">{t`Since`}</th>
                  <th scope="col">{t`Last received`}</th>
                  <th scope="col">{t`Last message`}</th>
                </tr>
              </thead>
              <tbody>
                {problems.map(({ ssid, name, reason, count, since, lastAt, lastMessage }) => (
                  <tr key={`${ssid} ${reason}`}>
                    <td>{name === ssid ? ssid : `${name} · ${ssid}`}</td>
                    <td>{reasons[reason]}</td>
                    <td>{numberText(count)}</td>
                    <td>{fullText(since, session.campus.timeZone)}</td>
                    <td>{ageText(lastAt)}</td>
                    <td>
                      <code dir="ltr">{lastMessage}</code>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Section>
    </Card>
  );
}
