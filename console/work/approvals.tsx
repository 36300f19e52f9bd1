// Requests of one operator that another operator has to approve.

import { useState } from 'preact/hooks';
import { Choices } from '../kit/act.tsx';
import { Shown, useLoad } from '../kit/load.tsx';
import { Anything, Badge, Card, Facts, Id, Money, Time } from '../kit/show.tsx';
import { words } from '../kit/text.ts';
import { Person } from '../people/person.tsx';
import { bank, type Schemas } from '../shell/bank.ts';
import { environment } from '../shell/router.ts';
import { may, me } from '../shell/session.ts';
import { NearBound } from './near-bound.tsx';

type Approval = Schemas['Approval'];

const MOST = 50;

export function ApprovalsPage() {
  const now = environment.value;
  const page = useLoad(
    () => bank.listApprovals({ environment: now, status: 'requested', limit: MOST }),
    [now],
    { isLive: true },
  );
  return (
    <>
      <h1>Approvals</h1>
      <p class="quiet">Each request needs a second operator: the one who made it cannot decide.</p>
      <Shown of={page}>
        {({ data, hasMore }) => (
          <>
            {data.length === 0 ? <p>No request waits for a second operator.</p> : null}
            {data.map((one) => (
              <Request key={one.id} one={one} />
            ))}
            {hasMore ? <p class="quiet">The newest {MOST} are shown.</p> : null}
          </>
        )}
      </Shown>
      {may('listOperatorSums') ? <NearBound /> : null}
    </>
  );
}

/** The subject of an approval, and the id by which it is decided. */
function subjectOf({ transaction, transactionId, account, accountId, request, id }: Approval) {
  if (transaction && transactionId) {
    return { title: `A ${transaction.type}`, by: transaction.initiator, subjectId: transactionId };
  }
  if (account && accountId) {
    return { title: words(account.act), by: account.initiator, subjectId: accountId };
  }
  return {
    title: words(request?.act ?? 'request'),
    by: request?.initiator ?? '',
    subjectId: id,
  };
}

function Request({ one }: { readonly one: Approval }) {
  const { title, by, subjectId } = subjectOf(one);
  const { transaction, account, request } = one;
  return (
    <Card title={title}>
      <Facts
        of={[
          transaction
            ? ['Amount', <Money minor={transaction.amount} currency={transaction.currency} />]
            : null,
          one.transactionId ? ['Transaction', <Id id={one.transactionId} />] : null,
          one.accountId ? ['Account', <Id id={one.accountId} />] : null,
          account ? ['Frozen for', account.freezeReason] : null,
          request ? ['About', <Id id={request.objectId} />] : null,
          request ? ['Terms', <Anything value={request.terms} />] : null,
          one.developerId ? ['Developer', <Id id={one.developerId} />] : null,
          ['Requested by', <Person id={by} />],
          ['Reason', account?.reason ?? request?.reason ?? null],
          ['Since', <Time at={one.createdAt} />],
          ['Status', <Badge value={one.status} />],
        ]}
      />
      <Agreement subjectId={subjectId} isOwn={by === me.value?.id} />
    </Card>
  );
}

function Agreement({ subjectId, isOwn }: { readonly subjectId: string; readonly isOwn: boolean }) {
  const [chosen, choose] = useState<string | null>(null);
  if (!may('decideApproval')) return null;
  if (isOwn) return <p class="actions quiet">You requested this, so another operator decides.</p>;
  const act = (decision: 'granted' | 'denied') => (_: FormData, reason: string) =>
    bank.decideApproval({ subjectId, body: { environment: environment.value, decision, reason } });
  return (
    <div class="actions">
      <Choices
        chosen={chosen}
        choose={choose}
        isEven
        of={[
          { key: 'granted', label: 'Agree', done: 'You have agreed.', run: act('granted') },
          {
            key: 'denied',
            label: 'Refuse',
            isDanger: true,
            done: 'You have refused.',
            run: act('denied'),
          },
        ]}
      />
    </div>
  );
}
