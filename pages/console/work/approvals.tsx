// Requests of one operator that another operator has to approve: who asked, when and why, the names
// of the parties, and each changed value before and after.

import { useState } from 'preact/hooks';
import { Choices } from '../kit/act.tsx';
import { useLoad, WhenLoaded } from '../kit/load.tsx';
import { AnyValue, Badge, Card, Facts, Id, Money, Table, Time } from '../kit/show.tsx';
import { formatCode } from '../kit/text.ts';
import { Person } from '../people/person.tsx';
import { bank, type Schemas } from '../shell/bank.ts';
import { environment, pathTo } from '../shell/router.ts';
import { may, me } from '../shell/session.ts';
import { useApprovalCounts } from '../shell/work-counts.ts';
import { NearLimit } from './near-limit.tsx';

type Approval = Schemas['Approval'];
type File = Schemas['ApprovalFile'];

const PAGE_SIZE = 50;

export function ApprovalsPage() {
  const shownEnvironment = environment.value;
  const page = useLoad(
    () =>
      bank.listApprovals({ environment: shownEnvironment, status: 'requested', limit: PAGE_SIZE }),
    [shownEnvironment],
    { isLive: true },
  );
  return (
    <>
      <h1>Approvals</h1>
      <p class="quiet">Each request needs a second operator: the one who made it cannot decide.</p>
      <OtherEnvironmentLink />
      <WhenLoaded query={page}>
        {({ data, hasMore }) => (
          <>
            {data.length === 0 ? <p>No request waits for a second operator.</p> : null}
            {data.map((request) => (
              <Request key={request.id} approval={request} />
            ))}
            {hasMore ? <p class="quiet">The newest {PAGE_SIZE} are shown.</p> : null}
          </>
        )}
      </WhenLoaded>
      {may('listOperatorSums') ? <NearLimit /> : null}
    </>
  );
}

/** The number of requests that wait in the other environment. */
function OtherEnvironmentLink() {
  const counts = useApprovalCounts().data;
  const other = environment.value === 'sandbox' ? 'production' : 'sandbox';
  if (counts === null || counts[other] === 0) return null;
  return (
    <p>
      <a href={pathTo('approvals', other)}>
        {counts[other]} waiting in {formatCode(other)}
      </a>
    </p>
  );
}

/** The requester, time and reason of a request, and the id with which it is decided. */
function describeRequest({
  transaction,
  transactionId,
  account,
  accountId,
  request,
  id,
}: Approval) {
  if (transaction && transactionId) {
    const { type, initiator } = transaction;
    return { title: `A ${type}`, by: initiator, reason: null, subjectId: transactionId };
  }
  if (account && accountId) {
    const { act, initiator, reason } = account;
    return { title: `${formatCode(act)} an account`, by: initiator, reason, subjectId: accountId };
  }
  const { act = 'request', initiator = '', reason = null } = request ?? {};
  return { title: formatCode(act), by: initiator, reason, subjectId: id };
}

function Request({ approval }: { readonly approval: Approval }) {
  const { title, by, reason, subjectId } = describeRequest(approval);
  const { transaction, request } = approval;
  const isKey = by.startsWith('key_');
  return (
    <Card title={title}>
      <Facts
        facts={[
          transaction
            ? ['Amount', <Money minor={transaction.amount} currency={transaction.currency} />]
            : null,
          // The name of a key is in the details.
          isKey && may('getApprovalFile') ? null : ['Asked by', <Person id={by} />],
          ['Asked at', <Time at={approval.createdAt} />],
          ['Reason', reason ?? 'None stated'],
          approval.transactionId ? ['Transaction', <Id id={approval.transactionId} />] : null,
          request ? ['Request', <Id id={request.objectId} />] : null,
          ['Status', <Badge value={approval.status} text="1 of 2 agreed" />],
        ]}
      />
      {may('getApprovalFile') ? (
        <Details subjectId={subjectId} keyId={isKey ? by : null} />
      ) : request ? (
        <AnyValue value={request.terms} />
      ) : null}
      <Agreement
        subjectId={subjectId}
        isOwn={by === me.value?.id}
        grantable={request?.grantable ?? null}
      />
    </Card>
  );
}

/** Names and changes, read once: each read of names is in the audit log. */
function Details(props: {
  readonly subjectId: string;
  /** The key that asked; null when an operator asked, who is shown elsewhere. */
  readonly keyId: string | null;
}) {
  const { subjectId, keyId } = props;
  const shownEnvironment = environment.value;
  const file = useLoad(
    () => bank.getApprovalFile({ subjectId, environment: shownEnvironment }),
    [subjectId, shownEnvironment],
  );
  return (
    <WhenLoaded query={file}>
      {({ developer, initiator, sides, description, changes }) => (
        <>
          <Facts
            facts={[
              keyId === null
                ? null
                : [
                    'Asked by',
                    initiator ? `the key “${initiator.name}” of the developer` : <Id id={keyId} />,
                  ],
              developer ? ['Company', `${developer.company}, ${developer.country}`] : null,
              developer?.useCase ? ['Use case', developer.useCase] : null,
              developer?.expectedVolume ? ['Expected volume', developer.expectedVolume] : null,
              ...sides.map((side) => [formatCode(side.role), <Side side={side} />] as const),
              description ? ['Description', description] : null,
            ]}
          />
          <Table
            caption="What changes"
            emptyText="The request changes no value that can be compared."
            rows={changes}
            columns={[
              { name: 'Changes', cell: ({ field }) => formatCode(field) },
              {
                name: 'From',
                cell: (change) => <Value value={change.from} currency={change.currency} />,
              },
              {
                name: 'To',
                cell: (change) => <Value value={change.to} currency={change.currency} />,
              },
            ]}
          />
        </>
      )}
    </WhenLoaded>
  );
}

function Side({ side }: { readonly side: File['sides'][number] }) {
  const { name, country, accountName, accountId } = side;
  const nameAndCountry = [name ?? 'Name not shown to your roles', country]
    .filter(Boolean)
    .join(', ');
  return (
    <>
      {nameAndCountry}
      {accountName ? ` · ${accountName}` : ''} {accountId ? <Id id={accountId} /> : null}
    </>
  );
}

interface ValueProps {
  readonly value: File['changes'][number]['from'];
  readonly currency: string | null;
}

function Value({ value, currency }: ValueProps) {
  if (value === null) return <span class="quiet">none</span>;
  if (Array.isArray(value)) {
    return (
      <>
        {value.length} in all: {value.join(', ')}
      </>
    );
  }
  if (currency !== null && typeof value === 'number')
    return <Money minor={value} currency={currency} />;
  return <>{value}</>;
}

interface AgreementProps {
  readonly subjectId: string;
  readonly isOwn: boolean;
  /** The scopes that the first operator asked for; null when the request has none. */
  readonly grantable: readonly Scope[] | null;
  /** The environment of the request; by default that of the page. */
  readonly requestEnvironment?: 'sandbox' | 'production';
}

export type Scope = NonNullable<Schemas['ApplicationDecision']['scopes']>[number];

/** Checkboxes for the scopes that live keys may have. All are ticked at first. */
export function Granted({ scopes }: { readonly scopes: readonly Scope[] }) {
  return (
    <fieldset>
      <legend>Live keys may at most</legend>
      <div class="scopes">
        {scopes.map((scope) => (
          <label key={scope}>
            <input type="checkbox" name="scopes" value={scope} defaultChecked /> {scope}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The decision of the second operator. */
export function Agreement(props: AgreementProps) {
  const { subjectId, isOwn, grantable, requestEnvironment = environment.value } = props;
  const [choice, choose] = useState<string | null>(null);
  if (!may('decideApproval')) return null;
  if (isOwn) return <p class="actions quiet">You requested this, so another operator decides.</p>;
  const act = (decision: 'granted' | 'denied') => (form: FormData, reason: string) => {
    const scopes = form.getAll('scopes').map(String) as Scope[];
    const chosenScopes = decision === 'granted' && grantable !== null ? { scopes } : {};
    return bank.decideApproval({
      subjectId,
      body: { environment: requestEnvironment, decision, reason, ...chosenScopes },
    });
  };
  return (
    <div class="actions">
      <Choices
        choice={choice}
        choose={choose}
        isUniform
        choices={[
          {
            key: 'granted',
            label: 'Agree',
            successText: 'You have agreed.',
            ...(grantable === null ? {} : { children: () => <Granted scopes={grantable} /> }),
            run: act('granted'),
          },
          {
            key: 'denied',
            label: 'Refuse',
            isDanger: true,
            successText: 'You have refused.',
            run: act('denied'),
          },
        ]}
      />
    </div>
  );
}
