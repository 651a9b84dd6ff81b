import { useLingui } from "@lingui/react/macro";
import { Text, UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { demoAccountsQuery } from "#data/auth.queries.ts";
import { useRoleName } from "#shared/texts/role-name.ts";

import classes from "./demo-accounts.module.css";

interface Props {
  onPick: (account: { username: string; password: string }) => void;
}

/** The accounts of the demo campus; nothing elsewhere. A click fills the form. */
export function DemoAccounts({ onPick }: Props) {
  const { t } = useLingui();
  const roleName = useRoleName();
  const { data } = useQuery(demoAccountsQuery);
  if (!data?.accounts.length) return null;
  return (
    <section aria-label={t`Demo accounts`} className={classes["box"]}>
      <Text size="sm" fw={600}>{t`Demo accounts`}</Text>
      <Text size="xs" c="dimmed" mb={8}>{t`Pick one to fill in the form.`}</Text>
      <ul className={classes["list"]}>
        {data.accounts.map(({ username, password, role }) => (
          <li key={username}>
            <UnstyledButton
              className={classes["account"] ?? ""}
              onClick={() => onPick({ username, password })}
            >
              <Text span size="sm" fw={600}>
                {username}
              </Text>{" "}
              <Text span size="xs" c="dimmed">
                {roleName(role)}
              </Text>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
