// An account: its balance now and over its latest payments, limits, status, the operator's acts.

import { useMemo, useState } from 'preact/hooks';
import { type Choice, Choices, doneOrRequested, Field } from '../kit/act.tsx';
import type { Page } from '../kit/list.tsx';
import { useLoad, WhenLoaded } from '../kit/load.tsx';
import { Plot } from '../kit/plot.tsx';
import { shareRequest } from '../kit/share-request.ts';
import { Badge, Card, Facts, Id, Money, Time } from '../kit/show.tsx';
import { formatCode, formatMoney } from '../kit/text.ts';
import { Person } from '../people/person.tsx';
import { bank, type Schemas } from '../shell/bank.ts';
import { environment, pathTo } from '../shell/router.ts';
import { may } from '../shell/session.ts';
import { WithReason } from './reason.tsx';
import { Transactions } from './search.tsx';
import { WorkflowsLink } from './workflow-link.tsx';

type Account = Schemas['OperatorAccount'];

const FREEZE_REASONS = ['fraud', 'aml', 'court_order', 'customer_request', 'operator'] as const;
/** Latest payments that the history shows. */
const MAX_HISTORY = 100;

export function AccountPage({ id }: { readonly id: string }) {
  return (
    <>
      <h1>Account</h1>
      <WithReason>{(reason) => <AccountContent id={id} reason={reason} />}</WithReason>
    </>
  );
}

function AccountContent({ id, reason }: { readonly id: string; readonly reason: string }) {
  const shownEnvironment = environment.value;
  const query = useLoad(
    () => bank.getAccountAsOperator({ accountId: id, environment: shownEnvironment }, { reason }),
    [id, shownEnvironment],
  );
  // One request serves the balance history and the first page of the list of transactions.
  const latest = useMemo(() => {
    const filter = { environment: shownEnvironment, search: id, limit: MAX_HISTORY };
    return shareRequest(() => bank.listTransactionsAsOperator(filter, { reason }));
  }, [id, shownEnvironment, reason]);
  return (
    <>
      <WhenLoaded query={query}>
        {(account) => (
          <div class="columns">
            <AccountFacts account={account} />
            <Acts account={account} />
          </div>
        )}
      </WhenLoaded>
      {may('listTransactionsAsOperator') && query.error === null ? (
        <>
          <Card title="Balance">
            <History accountId={id} latest={latest} />
          </Card>
          <Card title="Transactions">
            <Transactions
              dependencies={[id, shownEnvironment]}
              filter={{ environment: shownEnvironment, search: id }}
              reason={reason}
              latest={latest}
            />
          </Card>
        </>
      ) : null}
    </>
  );
}

function AccountFacts({ account }: { readonly account: Account }) {
  const { balance, currency, overdraft } = account;
  return (
    <Card title={account.name}>
      <p class="figure">
        <Money minor={balance.current} currency={currency} />
      </p>
      <Facts
        facts={[
          ['Available', <Money minor={balance.available} currency={currency} />],
          ['Held', <Money minor={balance.held} currency={currency} />],
          overdraft?.enabled
            ? ['Overdraft', <Money minor={overdraft.limit} currency={currency} />]
            : null,
          ['Status', <Badge value={account.status} />],
          account.freezeReason ? ['Frozen for', formatCode(account.freezeReason)] : null,
          account.statusReason ? ['Why', account.statusReason.message] : null,
          ['Id', <span class="id">{account.id}</span>],
          ['Number', account.accountNumber],
          ['Type', account.type],
          ['Limits', account.limitsConfigured ? 'set' : 'none'],
          ['Customer', <Id id={account.customerId} />],
          ['Developer', <Id id={account.developerId} />],
          ['Workflows', <WorkflowsLink by="account" id={account.id} />],
          ['Opened', <Time at={account.createdAt} />],
        ]}
      />
    </Card>
  );
}

interface HistoryProps {
  readonly accountId: string;
  latest(): Promise<Page<Schemas['OperatorTransaction']>>;
}

function History({ accountId, latest }: HistoryProps) {
  const query = useLoad(latest, [accountId, environment.value]);
  return (
    <WhenLoaded query={query}>
      {({ data, hasMore }) => (
        <>
          <Curve accountId={accountId} transactions={data} />
          {hasMore ? <p class="quiet">The latest {MAX_HISTORY} payments.</p> : null}
        </>
      )}
    </WhenLoaded>
  );
}

interface CurveProps {
  readonly accountId: string;
  readonly transactions: readonly Schemas['OperatorTransaction'][];
}

function Curve({ accountId, transactions }: CurveProps) {
  const points = useMemo(() => {
    const bookedPoints = transactions.flatMap(({ entries, postedAt }) => {
      const last = (entries ?? []).filter((entry) => entry.accountId === accountId).at(-1);
      const { balanceAfter: after = null, currency = '' } = last ?? {};
      return postedAt === null || after === null
        ? []
        : [{ at: Date.parse(postedAt) / 1000, after, currency }];
    });
    return bookedPoints.sort((a, other) => a.at - other.at);
  }, [transactions, accountId]);
  const times = useMemo(() => points.map(({ at }) => at), [points]);
  const series = useMemo(
    () => [{ name: 'Balance', colour: '--info', values: points.map(({ after }) => after) }],
    [points],
  );
  const [first] = points;
  if (first === undefined || points.length < 2) {
    return <p class="quiet">The chart needs at least two booked payments.</p>;
  }
  const write = (minor: number) => formatMoney(Math.round(minor), first.currency);
  const lowest = Math.min(...points.map(({ after }) => after));
  const highest = Math.max(...points.map(({ after }) => after));
  const label =
    `Balance over ${points.length} payments: lowest ${write(lowest)}, ` +
    `highest ${write(highest)}, last ${write(points.at(-1)?.after ?? 0)}`;
  return (
    <>
      <Plot label={label} times={times} series={series} format={write} />
      <p class="quiet">{label}.</p>
    </>
  );
}

function Acts({ account }: { readonly account: Account }) {
  const [choice, choose] = useState<string | null>(null);
  const choices = listActs(account);
  if (choices.length === 0) return null;
  return (
    <Card title="Actions">
      {account.status === 'frozen' && may('listApprovals') ? (
        <PendingUnfreeze accountId={account.id} />
      ) : null}
      <Choices choices={choices} choice={choice} choose={choose} />
    </Card>
  );
}

/** Shows that the end of the freeze waits for a second operator. */
function PendingUnfreeze({ accountId }: { readonly accountId: string }) {
  const shownEnvironment = environment.value;
  const query = useLoad(
    () => bank.listApprovals({ environment: shownEnvironment, status: 'requested', limit: 100 }),
    [accountId, shownEnvironment],
  );
  const approval = query.data?.data.find((approval) => approval.accountId === accountId);
  if (!approval?.account) return null;
  return (
    <p role="note">
      <Person id={approval.account.initiator} /> has requested to unfreeze the account at{' '}
      <Time at={approval.createdAt} />: “{approval.account.reason}”. The account is still frozen:
      another operator decides under <a href={pathTo('approvals')}>Approvals</a>.
    </p>
  );
}

function listActs({ id: accountId, status }: Account): Choice[] {
  const isFrozen = status === 'frozen';
  const body = (reason: string) => ({ environment: environment.value, reason });
  const freeze: Choice = {
    key: 'freeze',
    label: 'Freeze',
    isDanger: true,
    successText: 'The account is frozen.',
    children: (error) => (
      <Field label="Reason code" name="kind" error={error}>
        {(props) => (
          <select {...props}>
            {FREEZE_REASONS.map((reason) => (
              <option key={reason} value={reason}>
                {formatCode(reason)}
              </option>
            ))}
          </select>
        )}
      </Field>
    ),
    run: (form, message) => {
      const reason = FREEZE_REASONS.find((reason) => reason === form.get('kind')) ?? 'operator';
      const order = { environment: environment.value, reason, message, creditsBlocked: false };
      return bank.freezeAccountAsOperator({ accountId, body: order });
    },
  };
  const unfreeze: Choice = {
    key: 'unfreeze',
    label: 'Unfreeze',
    successText: doneOrRequested('The account is unfrozen.'),
    run: (_, reason) => bank.unfreezeAccountAsOperator({ accountId, body: body(reason) }),
  };
  const reactivate: Choice = {
    key: 'reactivate',
    label: 'Reactivate',
    successText: 'The account is active.',
    run: (_, reason) => bank.reactivateAccountAsOperator({ accountId, body: body(reason) }),
  };
  return [
    ...(!isFrozen && status === 'active' && may('freezeAccountAsOperator') ? [freeze] : []),
    ...(isFrozen && may('unfreezeAccountAsOperator') ? [unfreeze] : []),
    ...(status === 'dormant' && may('reactivateAccountAsOperator') ? [reactivate] : []),
  ];
}
