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
  const shownEnvironment = environment.value;
  return (
    <>
      <h1>Screening</h1>
      <p class="quiet">
        Each agreement takes two operators and ends on its day; one operator can withdraw it.
        Requests that wait for a second operator are under{' '}
        <a href={pathTo('approvals')}>Approvals</a>, and the age of the lists is under{' '}
        <a href={pathTo('health')}>Health</a>.
      </p>
      <Card title="Stale lists in use">
        <List
          caption="Approvals of stale lists, newest first"
          emptyText="None."
          dependencies={[shownEnvironment]}
          load={(page) => bank.listReliedLists({ environment: shownEnvironment, ...page })}
          columns={[
            { name: 'List', cell: ({ list }) => list },
            { name: 'As of', cell: ({ listAsOf }) => listAsOf ?? '–' },
            ...createSharedColumns<ReliedList>(({ until }) => until, {
              needs: 'withdrawReliedList',
              withdraw: (id, reason) =>
                bank.withdrawReliedList({
                  reliedListId: id,
                  body: { environment: shownEnvironment, reason },
                }),
            }),
          ]}
        />
        {may('relyOnList') ? <ReliedListForm /> : null}
      </Card>
      {may('listScreeningClearances') ? (
        <Card title="Names cleared for all customers">
          <List
            caption="Clearances of external names, newest first"
            emptyText="None."
            dependencies={[shownEnvironment]}
            load={(page) =>
              bank.listScreeningClearances({ environment: shownEnvironment, ...page })
            }
            columns={[
              { name: 'Counterparty', cell: ({ counterparty }) => counterparty },
              {
                name: 'Is not the entry',
                cell: ({ list, entityId, entryVersion }) => (
                  <>
                    {list} <span class="id">{entityId}</span>{' '}
                    <span class="quiet" title={entryVersion}>
                      version {entryVersion.slice(0, 8)}
                    </span>
                  </>
                ),
              },
              { name: 'Hit', cell: ({ hitId }) => <Id id={hitId} /> },
              { name: 'Pending hits', isNumber: true, cell: ({ pendingHits }) => pendingHits },
              ...createSharedColumns<Clearance>(({ expiresAt }) => expiresAt, {
                needs: 'withdrawScreeningClearance',
                withdraw: (id, reason) =>
                  bank.withdrawScreeningClearance({
                    clearanceId: id,
                    body: { environment: shownEnvironment, reason },
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
function createSharedColumns<T extends TwoPersonAct>(
  endOf: (row: T) => string,
  { needs, withdraw }: Withdrawal,
): Column<T>[] {
  return [
    { name: 'Status', cell: ({ status }) => <Badge value={status} /> },
    { name: 'Ends', cell: (row) => <Time at={endOf(row)} /> },
    { name: 'Requested by', cell: ({ requestedBy }) => <Person id={requestedBy} /> },
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
  const act = { key: 'withdraw', label: 'Withdraw', isDanger: true, successText: 'Withdrawn.' };
  return <Choices choices={[{ ...act, run }]} choice={choice} choose={choose} />;
}

function ReliedListForm() {
  const query = useLoad(readReadiness, []);
  const staleLists = query.data?.screeningLists?.filter((list) => list.stale) ?? [];
  if (staleLists.length === 0) return null;
  return (
    <>
      <h3>Use a stale list</h3>
      <Act
        label="Request or approve"
        successText="A second operator has to agree, unless you are the second one."
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
