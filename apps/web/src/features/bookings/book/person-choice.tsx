import { useLingui } from "@lingui/react/macro";
import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { getClientDetails, listCoworkingUsers } from "@verandah/contract/coworking.ts";
import { useState } from "react";

import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { errorText } from "#shared/texts/error-text.ts";
import { useCutListText } from "#shared/ui/fields/use-cut-list-text.ts";

const TYPING_PAUSE_MS = 250;
const MYSELF = "";

/** The client and the person that staff book for; without a client they book for themselves. */
export interface Chosen {
  clientId: number | null;
  personId: number | null;
}

interface Props {
  value: Chosen;
  problem: string | undefined;
  onChange: (value: Chosen) => void;
}

export function PersonChoice({ value, problem, onChange }: Props) {
  const { t } = useLingui();
  const { building } = useSession();
  const { data: clients = [], error } = useRoute(getClientDetails, { id: building.id });
  return (
    <>
      <Select
        label={t`Client`}
        allowDeselect={false}
        data={[
          { value: MYSELF, label: t`None: for myself` },
          ...clients.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={value.clientId === null ? MYSELF : String(value.clientId)}
        error={error && errorText(error)}
        onChange={(id) => onChange({ clientId: id ? Number(id) : null, personId: null })}
      />
      {value.clientId !== null && (
        <PersonSelect
          key={value.clientId}
          clientId={value.clientId}
          personId={value.personId}
          problem={problem}
          onChange={(personId) => onChange({ clientId: value.clientId, personId })}
        />
      )}
    </>
  );
}

interface PersonProps {
  clientId: number;
  personId: number | null;
  problem: string | undefined;
  onChange: (id: number | null) => void;
}

/** One of a company's people. A company may have thousands: the server searches them. */
function PersonSelect({ clientId, personId, problem, onChange }: PersonProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState("");
  const [chosenName, setChosenName] = useState<string>();
  const [search] = useDebouncedValue(typed === chosenName ? "" : typed, TYPING_PAUSE_MS);
  const { data, error } = useRoute(
    listCoworkingUsers,
    { client_id: String(clientId), search },
    { keepsLast: true },
  );
  const people = (data?.rows ?? []).map((row) => ({ value: String(row.id), label: row.user_name }));
  const cutText = useCutListText();
  const chosen = personId === null ? [] : [{ value: String(personId), label: chosenName ?? "" }];
  return (
    <Select
      label={t`Person`}
      searchable
      placeholder={t`Name`}
      nothingFoundMessage={t`No person found`}
      // Those of the search, whatever their names: it also finds addresses.
      filter={({ options }) => options}
      data={[...new Map([...chosen, ...people].map((one) => [one.value, one])).values()]}
      value={personId === null ? null : String(personId)}
      error={problem ?? (error && errorText(error))}
      description={cutText(people.length, data?.total ?? 0)}
      inputWrapperOrder={["label", "input", "description", "error"]}
      onSearchChange={setTyped}
      onChange={(id, option) => {
        setChosenName(option?.label);
        onChange(id === null ? null : Number(id));
      }}
    />
  );
}
