// A scheduled payment: its content, past and next runs, the workflow that shows it, and the
// operator's possible acts.

import { useState } from 'preact/hooks';
import { type Choice, Choices } from '../kit/act.tsx';
import { Shown, useLoad } from '../kit/load.tsx';
import { Badge, Card, Facts, Id, Money, Time } from '../kit/show.tsx';
import { words } from '../kit/text.ts';
import { bank } from '../shell/bank.ts';
import { environment } from '../shell/router.ts';
import { may } from '../shell/session.ts';
import { WithReason } from './reason.tsx';
import { WorkflowLink } from './workflow-link.tsx';

type Detail = Awaited<ReturnType<typeof bank.getScheduleAsOperator>>;

export function SchedulePage({ id }: { readonly id: string }) {
  return (
    <>
      <h1>Scheduled payment</h1>
      <WithReason>{(reason) => <Found id={id} reason={reason} />}</WithReason>
    </>
  );
}

function Found({ id, reason }: { readonly id: string; readonly reason: string }) {
  const now = environment.value;
  const query = useLoad(
    () => bank.getScheduleAsOperator({ scheduleId: id, environment: now }, { reason }),
    [id, now],
  );
  return (
    <Shown of={query}>
      {(of) => (
        <div class="columns">
          <Terms of={of} />
          <div>
            <Runs of={of} />
            <Acts of={of} />
          </div>
        </div>
      )}
    </Shown>
  );
}

function Terms({ of }: { readonly of: Detail }) {
  const { type, value } = of.amount;
  return (
    <Card title={words(of.recurrence.frequency)}>
      <p class="figure">
        {value === null ? words(type) : <Money minor={value} currency={of.currency} />}
      </p>
      <Facts
        of={[
          ['Id', <span class="id">{of.id}</span>],
          ['Status', <Badge value={of.status} />],
          of.statusReason ? ['Why', `${of.statusReason.message} (${of.statusReason.code})`] : null,
          type === 'balance_above' ? ['Amount', words(type)] : null,
          ['From', <Id id={of.sourceAccountId} />],
          ['To', <Id id={of.destinationAccountId} />],
          of.externalParty ? ['Paid outside', String(of.externalParty.name ?? '')] : null,
          ['Reference', of.reference],
          ['Category', of.category],
          ['Description', of.description],
          ['Starts', of.startDate],
          ['Time zone', of.timezone],
          ['Customer', <Id id={of.customerId} />],
          ['Developer', <Id id={of.developerId} />],
          ['Workflow', <WorkflowLink id={of.workflow.id} />],
        ]}
      />
    </Card>
  );
}

function Runs({ of }: { readonly of: Detail }) {
  const { lastOccurrence: last } = of;
  return (
    <Card title="Occurrences">
      <Facts
        of={[
          of.nextRunAt ? ['Next', <Time at={of.nextRunAt} />] : null,
          last ? ['Last', last.date] : null,
          last ? ['Last status', <Badge value={last.status} />] : null,
          last?.transactionId ? ['Last transaction', <Id id={last.transactionId} />] : null,
          ['Posted', of.occurrencesCompleted],
          ['Failed', of.occurrencesFailed],
          ['Skipped', of.occurrencesSkipped],
          ['Failed in a row', of.consecutiveFailures],
        ]}
      />
    </Card>
  );
}

function Acts({ of }: { readonly of: Detail }) {
  const [choice, choose] = useState<string | null>(null);
  const isLive = of.status === 'active' || of.status === 'paused' || of.status === 'suspended';
  const order = (reason: string) => ({
    scheduleId: of.id,
    body: { environment: environment.value, reason },
  });
  const choices: Choice[] = [];
  if (of.status === 'active' && may('pauseScheduleAsOperator')) {
    choices.push({
      key: 'pause',
      label: 'Pause',
      done: 'The schedule is paused.',
      run: (_, reason) => bank.pauseScheduleAsOperator(order(reason)),
    });
  }
  if (isLive && of.status !== 'active' && may('resumeScheduleAsOperator')) {
    choices.push({
      key: 'resume',
      label: 'Resume',
      done: 'The schedule runs again.',
      run: (_, reason) => bank.resumeScheduleAsOperator(order(reason)),
    });
  }
  if (isLive && may('cancelScheduleAsOperator')) {
    choices.push({
      key: 'cancel',
      label: 'Cancel',
      isDanger: true,
      done: 'The schedule is canceled.',
      run: (_, reason) => bank.cancelScheduleAsOperator(order(reason)),
    });
  }
  if (choices.length === 0) return null;
  return (
    <Card title="Actions">
      <Choices of={choices} choice={choice} choose={choose} />
    </Card>
  );
}
