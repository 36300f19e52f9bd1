// The audit log: acts of operators, and their reads of personal data.

import { useState } from 'preact/hooks';
import { List } from '../kit/list.tsx';
import { AnyValue, Id, Time } from '../kit/show.tsx';
import { Person } from '../people/person.tsx';
import { bank } from '../shell/bank.ts';
import { route, setQuery } from '../shell/router.ts';

const FILTERS = {
  actor: 'Actor',
  action: 'Action, or a prefix such as ops.',
  objectId: 'Object',
} as const;

function reasonIn(detail: unknown): string {
  if (typeof detail !== 'object' || detail === null || !('reason' in detail)) return '–';
  return typeof detail.reason === 'string' ? detail.reason : '–';
}

/** An entry may name a hundred ids, so its details are drawn only when the person opens them. */
function Details({ entryDetails }: { readonly entryDetails: unknown }) {
  const [isOpened, setOpened] = useState(false);
  return (
    <details onToggle={() => setOpened(true)}>
      <summary>Show</summary>
      {isOpened ? <AnyValue value={entryDetails} /> : null}
    </details>
  );
}

export function AuditPage() {
  const { query } = route.value;
  const filters = Object.fromEntries(
    Object.keys(FILTERS).flatMap((name) => {
      const value = query.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    setQuery(
      Object.fromEntries(Object.keys(FILTERS).map((name) => [name, String(form.get(name)).trim()])),
    );
  };
  return (
    <>
      <h1>Audit log</h1>
      <form class="card row end" onSubmit={submit}>
        {Object.entries(FILTERS).map(([name, label]) => (
          <div key={name}>
            <label for={`filter-${name}`}>{label}</label>
            <input id={`filter-${name}`} name={name} defaultValue={query.get(name) ?? ''} />
          </div>
        ))}
        <button type="submit">Filter</button>
      </form>
      <List
        caption="Entries of the audit log, newest first"
        emptyText="No entry."
        dependencies={[JSON.stringify(filters)]}
        load={(page) => bank.listAudit({ ...page, ...filters })}
        columns={[
          { name: 'Time', cell: ({ at }) => <Time at={at} /> },
          { name: 'Actor', cell: ({ actor }) => <Person id={actor} /> },
          { name: 'Action', cell: ({ action }) => action },
          {
            name: 'Object',
            cell: ({ objectId }) => <Id id={objectId === '-' ? null : objectId} />,
          },
          { name: 'Reason', cell: ({ detail }) => <span class="wrap">{reasonIn(detail)}</span> },
          {
            name: 'Details',
            cell: ({ detail }) => <Details entryDetails={detail} />,
          },
        ]}
      />
    </>
  );
}
