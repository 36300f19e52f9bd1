// A transaction: its history, its entries, the reasons of its decision, its proof, the workflow
// that runs it, and related objects.

import { useState } from 'preact/hooks';
import { type Choice, Choices } from '../kit/act.tsx';
import { Shown, useLoad } from '../kit/load.tsx';
import { Anything, Badge, Card, Facts, Id, Money, Table, Time } from '../kit/show.tsx';
import { words } from '../kit/text.ts';
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
      <WithReason>{(reason) => <Found id={id} reason={reason} />}</WithReason>
    </>
  );
}

function Found({ id, reason }: { readonly id: string; readonly reason: string }) {
  const now = environment.value;
  const query = useLoad(
    () => bank.getTransactionAsOperator({ transactionId: id, environment: now }, { reason }),
    [id, now],
  );
  return (
    <Shown of={query}>
      {(of) => (
        <div class="columns">
          <div>
            <Money_ of={of} />
            <Entries of={of} />
            {of.risk ? (
              <Card title="Risk">
                <RiskFacts of={of.risk} />
              </Card>
            ) : null}
          </div>
          <div>
            <Life of={of} />
            <NextCard id={id} />
            <Proof of={of} reason={reason} />
            <Related of={of} />
            <Acts of={of} />
          </div>
        </div>
      )}
    </Shown>
  );
}

function Money_({ of }: { readonly of: Detail }) {
  return (
    <Card title={words(of.type)}>
      <p class="figure">
        <Money minor={of.amountPosted ?? of.amount} currency={of.currency} />
      </p>
      <Facts
        of={[
          ['Id', <span class="id">{of.id}</span>],
          ['Status', <Badge value={of.status} />],
          of.statusReason ? ['Why', `${of.statusReason.message} (${of.statusReason.code})`] : null,
          ['From', <Id id={of.sourceAccountId} />],
          ['To', <Id id={of.destinationAccountId} />],
          of.externalParty ? ['Counterparty', <Anything value={of.externalParty} />] : null,
          ['Description', of.description],
          ['Reference', of.reference],
          ['Requested', <Money minor={of.amount} currency={of.currency} />],
          of.amountReversed > 0
            ? ['Reversed', <Money minor={of.amountReversed} currency={of.currency} />]
            : null,
          of.hold ? ['Hold', <Badge value={of.hold.status} />] : null,
          ['Booked', of.bookingDate],
          ['Value date', of.effectiveDate],
          of.context ? ['Client context', <Anything value={of.context} />] : null,
        ]}
      />
    </Card>
  );
}

function Entries({ of }: { readonly of: Detail }) {
  return (
    <Card title="Entries">
      <Table
        caption="Entries"
        none="Nothing is booked."
        rows={of.entries ?? []}
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

function Life({ of }: { readonly of: Detail }) {
  return (
    <Card title="Timeline">
      <ol class="timeline">
        {of.timeline.map(({ status, stage, at, actor, reason }, index) => (
          <li key={`${index}${at}`}>
            <Badge value={status} /> {words(stage)}
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

function Proof({ of, reason }: { readonly of: Detail; readonly reason: string }) {
  const { anchor } = of;
  return (
    <Card title="Proof and workflow">
      <Facts
        of={[
          ['Ledger entry', of.ledgerSequence],
          anchor ? ['Log leaf', anchor.leafIndex] : null,
          anchor ? ['State', <Badge value={anchor.status} />] : null,
          anchor ? ['Hash', <span class="id">{anchor.leafHash}</span>] : null,
          anchor?.checkpointId ? ['Checkpoint', <Id id={anchor.checkpointId} />] : null,
          of.workflow ? ['Workflow', <WorkflowLink id={of.workflow.id} />] : null,
        ]}
      />
      {anchor && may('getProofAsOperator') ? (
        <ProofDownload transactionId={of.id} reason={reason} />
      ) : null}
    </Card>
  );
}

function Related({ of }: { readonly of: Detail }) {
  const reversedBy = of.reversedBy ?? [];
  return (
    <Card title="Related">
      <Facts
        of={[
          ['Customer', <Id id={of.customerId} />],
          ['Developer', <Id id={of.developerId} />],
          of.reversalOf ? ['Reverses', <Id id={of.reversalOf} />] : null,
          reversedBy.length > 0
            ? ['Reversed by', reversedBy.map((id) => <Id key={id} id={id} />)]
            : null,
          of.linkedTo ? ['Linked to', <Id id={of.linkedTo} />] : null,
          of.scheduleId ? ['Schedule', <Id id={of.scheduleId} />] : null,
          of.batchId ? ['Batch', <Id id={of.batchId} />] : null,
          of.paymentId ? ['Payment', <Id id={of.paymentId} />] : null,
        ]}
      />
    </Card>
  );
}

function Acts({ of }: { readonly of: Detail }) {
  const [choice, choose] = useState<string | null>(null);
  const choices: Choice[] = [];
  if (of.cancelable && may('cancelTransactionAsOperator')) {
    choices.push({
      key: 'cancel',
      label: 'Cancel',
      isDanger: true,
      done: 'The transaction is canceled.',
      run: (_, reason) =>
        bank.cancelTransactionAsOperator({
          transactionId: of.id,
          body: { environment: environment.value, reason },
        }),
    });
  }
  if (of.reversible && may('reverseTransactionAsOperator')) {
    choices.push({
      key: 'reverse',
      label: of.amountReversed > 0 ? 'Reverse the remaining amount' : 'Reverse',
      isDanger: true,
      done: 'The reversal is accepted.',
      run: (_, reason) =>
        bank.reverseTransactionAsOperator({
          transactionId: of.id,
          body: { environment: environment.value, reason, allowNegativeBalance: false },
        } as Parameters<typeof bank.reverseTransactionAsOperator>[0]),
    });
  }
  if (choices.length === 0) return null;
  return (
    <Card title="Actions">
      <Choices of={choices} choice={choice} choose={choose} />
    </Card>
  );
}
