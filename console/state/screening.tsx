// Agreements of two operators about names and sanctions lists: those in force, and their end. A
// list that is too old can be requested for use here; a name is cleared where its hit is decided.

import { useState } from 'preact/hooks';
import { Act, Choices, Field } from '../kit/act.tsx';
import { List } from '../kit/list.tsx';
import { useLoad } from '../kit/load.tsx';
import { Badge, Card, type Column, Id, Time } from '../kit/show.tsx';
import { Person } from '../people/person.tsx';
import { bank, type Schemas } from '../shell/bank.ts';
import { environment, pathTo } from '../shell/router.ts';
import { may } from '../shell/session.ts';
import { readReadiness } from './health.tsx';

type Clearance = Schemas['ScreeningClearance'];
type ReliedList = Schemas['ReliedList'];
type TwoPersonAct = Clearance | ReliedList;

export function ScreeningPage() {
  const now = environment.value;
  return (
    <>
      <h1>Screening</h1>
      <p class="quiet">
        Each takes two operators and ends on its day; one operator takes it back. What waits for a
        second operator stands under <a href={pathTo('approvals')}>Approvals</a>, how old the lists
        are under <a href={pathTo('health')}>Health</a>.
      </p>
      <Card title="Stale lists that serve">
        <List
          caption="Stale lists that serve until a day, or did"
          emptyText="None."
          dependencies={[now]}
          ask={(page) => bank.listReliedLists({ environment: now, ...page })}
          columns={[
            { name: 'List', cell: ({ list }) => list },
            { name: 'As of', cell: ({ listAsOf }) => listAsOf ?? '–' },
            ...columnsOf<ReliedList>(({ until }) => until, {
              needs: 'withdrawReliedList',
              withdraw: (id, reason) =>
                bank.withdrawReliedList({ reliedListId: id, body: { environment: now, reason } }),
            }),
          ]}
        />
        {may('relyOnList') ? <Rely /> : null}
      </Card>
      {may('listScreeningClearances') ? (
        <Card title="Names cleared for all customers">
          <List
            caption="External names that are cleared for all customers, or were"
            emptyText="None."
            dependencies={[now]}
            ask={(page) => bank.listScreeningClearances({ environment: now, ...page })}
            columns={[
              { name: 'Counterparty', cell: ({ counterparty }) => counterparty },
              {
                name: 'Is not the entry',
                cell: ({ list, entityId, entryVersion }) => (
                  <>
                    {list} <span class="id">{entityId}</span>{' '}
                    <span class="quiet" title={entryVersion}>
                      as it was, {entryVersion.slice(0, 8)}
                    </span>
                  </>
                ),
              },
              { name: 'Hit', cell: ({ hitId }) => <Id id={hitId} /> },
              { name: 'Hits that wait', isNumber: true, cell: ({ pendingHits }) => pendingHits },
              ...columnsOf<Clearance>(({ expiresAt }) => expiresAt, {
                needs: 'withdrawScreeningClearance',
                withdraw: (id, reason) =>
                  bank.withdrawScreeningClearance({
                    clearanceId: id,
                    body: { environment: now, reason },
                  }),
              }),
            ]}
          />
        </Card>
      ) : null}
    </>
  );
}

interface Withdrawal {
  readonly needs: string;
  withdraw(id: string, reason: string): Promise<unknown>;
}

/** The columns that clearances and relied-on lists share. */
function columnsOf<T extends TwoPersonAct>(
  endOf: (row: T) => string,
  { needs, withdraw }: Withdrawal,
): Column<T>[] {
  return [
    { name: 'Status', cell: ({ status }) => <Badge value={status} /> },
    { name: 'Ends', cell: (row) => <Time at={endOf(row)} /> },
    { name: 'Asked by', cell: ({ requestedBy }) => <Person id={requestedBy} /> },
    { name: 'Agreed by', cell: ({ agreedBy }) => <Person id={agreedBy} /> },
    { name: 'Reason', cell: ({ reason }) => reason },
    {
      name: 'Actions',
      cell: ({ id, status, withdrawal }) => {
        if (withdrawal) return <Person id={withdrawal.by} />;
        if (status !== 'in_force' || !may(needs)) return '–';
        return <Withdraw run={(_, reason) => withdraw(id, reason)} />;
      },
    },
  ];
}

function Withdraw({ run }: { run(form: FormData, reason: string): Promise<unknown> }) {
  const [choice, choose] = useState<string | null>(null);
  const act = { key: 'withdraw', label: 'Take back', isDanger: true, done: 'It holds no longer.' };
  return <Choices choices={[{ ...act, run }]} choice={choice} choose={choose} />;
}

function Rely() {
  const query = useLoad(readReadiness, []);
  const staleLists = query.data?.screeningLists?.filter((list) => list.stale) ?? [];
  if (staleLists.length === 0) return null;
  return (
    <>
      <h3>Let a stale list serve</h3>
      <Act
        label="Ask for it, or agree to it"
        done="A second operator has to agree, unless you are the second one."
        run={(form, reason) => {
          const until = `${String(form.get('until') ?? '')}T23:59:59Z`;
          const list = String(form.get('list') ?? '');
          return bank.relyOnList({ body: { environment: environment.value, list, until, reason } });
        }}
      >
        {(error) => (
          <>
            <Field label="List" name="list" error={error}>
              {(props) => (
                <select {...props}>
                  {staleLists.map(({ code }) => (
                    <option key={code} value={code}>
                      {code}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            <Field label="Until the end of (UTC)" name="until" error={error}>
              {(props) => <input {...props} type="date" required />}
            </Field>
          </>
        )}
      </Act>
    </>
  );
}
