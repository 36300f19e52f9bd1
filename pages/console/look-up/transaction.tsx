// A transaction: its history, its entries, the reasons of its decision, its proof, the workflow
// that runs it, and related objects.

import { useState } from 'preact/hooks';
import { type Choice, Choices } from '../kit/act.tsx';
import { useLoad, WhenLoaded } from '../kit/load.tsx';
import { AnyValue, Badge, Card, Facts, Id, Money, Table, Time } from '../kit/show.tsx';
import { formatCode } from '../kit/text.ts';
import { bank } from '../shell/bank.ts';
import { environment } from '../shell/router.ts';
import { may } from '../shell/session.ts';
import { RiskFacts } from '../work/risk.tsx';
import { NextCard } from './job.tsx';
import { ProofDownload } from './proof-download.tsx';
import { WithReason } from './reason.tsx';
import { WorkflowLink } from './workflow-link.tsx';

type Detail = Awaited<ReturnType<typeof bank.getTransactionAsOperator>>;

export function TransactionPage({ id }: { readonly id: string }) {
  return (
    <>
      <h1>Transaction</h1>
      <WithReason>{(reason) => <TransactionContent id={id} reason={reason} />}</WithReason>
    </>
  );
}

function TransactionContent({ id, reason }: { readonly id: string; readonly reason: string }) {
  const shownEnvironment = environment.value;
  const query = useLoad(
    () =>
      bank.getTransactionAsOperator(
        { transactionId: id, environment: shownEnvironment },
        { reason },
      ),
    [id, shownEnvironment],
  );
  return (
    <WhenLoaded query={query}>
      {(transaction) => (
        <div class="columns">
          <div>
            <AmountCard transaction={transaction} />
            <Entries transaction={transaction} />
            {transaction.risk ? (
              <Card title="Risk">
                <RiskFacts risk={transaction.risk} />
              </Card>
            ) : null}
          </div>
          <div>
            <TimelineCard transaction={transaction} />
            <NextCard id={id} />
            <ProofCard transaction={transaction} reason={reason} />
            <Related transaction={transaction} />
            <Acts transaction={transaction} />
          </div>
        </div>
      )}
    </WhenLoaded>
  );
}

function AmountCard({ transaction }: { readonly transaction: Detail }) {
  return (
    <Card title={formatCode(transaction.type)}>
      <p class="figure">
        <Money
          minor={transaction.amountPosted ?? transaction.amount}
          currency={transaction.currency}
        />
      </p>
      <Facts
        facts={[
          ['Id', <span class="id">{transaction.id}</span>],
          ['Status', <Badge value={transaction.status} />],
          transaction.statusReason
            ? ['Why', `${transaction.statusReason.message} (${transaction.statusReason.code})`]
            : null,
          ['From', <Id id={transaction.sourceAccountId} />],
          ['To', <Id id={transaction.destinationAccountId} />],
          transaction.externalParty
            ? ['Counterparty', <AnyValue value={transaction.externalParty} />]
            : null,
          ['Description', transaction.description],
          ['Reference', transaction.reference],
          ['Requested', <Money minor={transaction.amount} currency={transaction.currency} />],
          transaction.amountReversed > 0
            ? [
                'Reversed',
                <Money minor={transaction.amountReversed} currency={transaction.currency} />,
              ]
            : null,
          transaction.hold ? ['Hold', <Badge value={transaction.hold.status} />] : null,
          ['Booked', transaction.bookingDate],
          ['Value date', transaction.effectiveDate],
          transaction.context ? ['Client context', <AnyValue value={transaction.context} />] : null,
        ]}
      />
    </Card>
  );
}

function Entries({ transaction }: { readonly transaction: Detail }) {
  return (
    <Card title="Entries">
      <Table
        caption="Entries"
        emptyText="Nothing is booked."
        rows={transaction.entries ?? []}
        columns={[
          {
            name: 'Account',
            cell: ({ accountId, ledgerAccount }) =>
              accountId === null ? ledgerAccount : <Id id={accountId} />,
          },
          { name: 'Side', cell: ({ direction }) => direction },
          {
            name: 'Amount',
            isNumber: true,
            cell: ({ amount, currency }) => <Money minor={amount} currency={currency} />,
          },
          {
            name: 'Balance after',
            isNumber: true,
            cell: ({ balanceAfter, currency }) => (
              <Money minor={balanceAfter} currency={currency} />
            ),
          },
        ]}
      />
    </Card>
  );
}

function TimelineCard({ transaction }: { readonly transaction: Detail }) {
  return (
    <Card title="Timeline">
      <ol class="timeline">
        {transaction.timeline.map(({ status, stage, at, actor, reason }, index) => (
          <li key={`${index}${at}`}>
            <Badge value={status} /> {formatCode(stage)}
            <div class="quiet">
              <Time at={at} />, {actor}
              {reason ? `: ${reason}` : ''}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function ProofCard({
  transaction,
  reason,
}: {
  readonly transaction: Detail;
  readonly reason: string;
}) {
  const { anchor } = transaction;
  return (
    <Card title="Proof and workflow">
      <Facts
        facts={[
          ['Ledger entry', transaction.ledgerSequence],
          anchor ? ['Log leaf', anchor.leafIndex] : null,
          anchor ? ['State', <Badge value={anchor.status} />] : null,
          anchor ? ['Hash', <span class="id">{anchor.leafHash}</span>] : null,
          anchor?.checkpointId ? ['Checkpoint', <Id id={anchor.checkpointId} />] : null,
          transaction.workflow ? ['Workflow', <WorkflowLink id={transaction.workflow.id} />] : null,
        ]}
      />
      {anchor && may('getProofAsOperator') ? (
        <ProofDownload transactionId={transaction.id} reason={reason} />
      ) : null}
    </Card>
  );
}

function Related({ transaction }: { readonly transaction: Detail }) {
  const reversedBy = transaction.reversedBy ?? [];
  return (
    <Card title="Related">
      <Facts
        facts={[
          ['Customer', <Id id={transaction.customerId} />],
          ['Developer', <Id id={transaction.developerId} />],
          transaction.reversalOf ? ['Reverses', <Id id={transaction.reversalOf} />] : null,
          reversedBy.length > 0
            ? ['Reversed by', reversedBy.map((id) => <Id key={id} id={id} />)]
            : null,
          transaction.linkedTo ? ['Linked to', <Id id={transaction.linkedTo} />] : null,
          transaction.scheduleId ? ['Schedule', <Id id={transaction.scheduleId} />] : null,
          transaction.batchId ? ['Batch', <Id id={transaction.batchId} />] : null,
          transaction.paymentId ? ['Payment', <Id id={transaction.paymentId} />] : null,
        ]}
      />
    </Card>
  );
}

function Acts({ transaction }: { readonly transaction: Detail }) {
  const [choice, choose] = useState<string | null>(null);
  const choices: Choice[] = [];
  if (transaction.cancelable && may('cancelTransactionAsOperator')) {
    choices.push({
      key: 'cancel',
      label: 'Cancel',
      isDanger: true,
      successText: 'The transaction is canceled.',
      run: (_, reason) =>
        bank.cancelTransactionAsOperator({
          transactionId: transaction.id,
          body: { environment: environment.value, reason },
        }),
    });
  }
  if (transaction.reversible && may('reverseTransactionAsOperator')) {
    choices.push({
      key: 'reverse',
      label: transaction.amountReversed > 0 ? 'Reverse the remaining amount' : 'Reverse',
      isDanger: true,
      successText: 'The reversal is accepted.',
      run: (_, reason) =>
        bank.reverseTransactionAsOperator({
          transactionId: transaction.id,
          body: { environment: environment.value, reason, allowNegativeBalance: false },
        } as Parameters<typeof bank.reverseTransactionAsOperator>[0]),
    });
  }
  if (choices.length === 0) return null;
  return (
    <Card title="Actions">
      <Choices choices={choices} choice={choice} choose={choose} />
    </Card>
  );
}
