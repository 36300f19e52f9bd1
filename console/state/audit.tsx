// The audit log: who did what, and who looked at whom.

import { List } from '../kit/list.tsx';
import { Anything, Id, Time } from '../kit/show.tsx';
import { bank } from '../shell/bank.ts';
import { place, setQuery } from '../shell/router.ts';

const FILTERS = {
  actor: 'Who',
  action: 'Act, or its start with a dot',
  objectId: 'About',
} as const;

export function AuditPage() {
  const { query } = place.value;
  const given = Object.fromEntries(
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
        <button type="submit">Narrow</button>
      </form>
      <List
        caption="Entries of the audit log, newest first"
        none="No entry."
        about={[JSON.stringify(given)]}
        ask={(page) => bank.listAudit({ ...page, ...given })}
        columns={[
          { name: 'At', cell: ({ at }) => <Time at={at} /> },
          { name: 'Who', cell: ({ actor }) => <span class="id">{actor}</span> },
          { name: 'Act', cell: ({ action }) => action },
          { name: 'About', cell: ({ objectId }) => <Id id={objectId} /> },
          { name: 'Detail', cell: ({ detail }) => <Anything value={detail} /> },
        ]}
      />
    </>
  );
}
