// Decisions about customers: the reasons of each, the changes that would alter it, and a contest.

import { Act, Field } from '../../console/kit/act.tsx';
import { setQuery } from '../../console/kit/address.ts';
import { DecisionRecord } from '../../console/kit/decision-record.tsx';
import { List } from '../../console/kit/list.tsx';
import { useLoad, WhenLoaded } from '../../console/kit/load.tsx';
import { Badge, Card, Id, Time } from '../../console/kit/show.tsx';
import { formatCode } from '../../console/kit/text.ts';
import { bank } from '../shell/bank.ts';
import { pathTo, route } from '../shell/router.ts';
import { may } from '../shell/session.ts';

const KINDS = ['credit', 'payment', 'identity', 'account_freeze'] as const;

export function DecisionsPage() {
  const kindText = route.value.query.get('kind');
  const kind = KINDS.find((kind) => kind === kindText);
  const choose = (event: Event) =>
    setQuery({ kind: (event.currentTarget as HTMLSelectElement).value });
  return (
    <>
      <h1>Decisions</h1>
      <div class="row card">
        <div>
          <label for="kind">About</label>
          <select id="kind" value={kind ?? ''} onChange={choose}>
            <option value="">Everything</option>
            {KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {formatCode(kind)}
              </option>
            ))}
          </select>
        </div>
      </div>
      <List
        caption="Decisions about customers, newest first"
        emptyText="No payment was held or declined, and no loan or identity was decided."
        isLive
        dependencies={[kind ?? '']}
        load={async (page) => {
          const decisions = await bank.listDecisions({ ...page, ...(kind ? { kind } : {}) });
          return { ...decisions, nextCursor: decisions.nextCursor ?? null };
        }}
        to={({ id }) => pathTo(`decisions/${id}`)}
        columns={[
          { name: 'Asked', cell: ({ question }) => question },
          { name: 'Outcome', cell: ({ outcome }) => <Badge value={outcome} /> },
          { name: 'First reason', cell: ({ reasons }) => reasons[0]?.message ?? '–' },
          {
            name: 'Contest',
            cell: ({ contest }) => (contest === null ? '–' : <Badge value={contest.status} />),
          },
          { name: 'Customer', cell: ({ customerId }) => <Id id={customerId} /> },
          { name: 'Time', cell: ({ createdAt }) => <Time at={createdAt} /> },
        ]}
      />
    </>
  );
}

export function DecisionPage({ id }: { readonly id: string }) {
  const query = useLoad(() => bank.getDecision({ decisionId: id }), [id]);
  return (
    <>
      <h1>Decision</h1>
      <WhenLoaded query={query}>
        {(record) => (
          <>
            <DecisionRecord record={record} />
            {record.review.status === 'open' && may('decisions:contest') ? (
              <Contest id={record.id} />
            ) : null}
          </>
        )}
      </WhenLoaded>
    </>
  );
}

function Contest({ id }: { readonly id: string }) {
  return (
    <Card title="Contest the decision">
      <p>An uninvolved person of the bank reviews the decision once and states the reasons.</p>
      <Act
        label="Contest"
        successText="The decision is contested and will be reviewed."
        needsReason={false}
        run={(form) => {
          const reason = String(form.get('reason') ?? '').trim();
          return bank.contestDecision({ decisionId: id, body: { reason } });
        }}
      >
        {(error) => (
          <Field label="Objections of the customer" name="reason" error={error}>
            {(props) => <textarea {...props} maxLength={2000} required />}
          </Field>
        )}
      </Act>
    </Card>
  );
}
