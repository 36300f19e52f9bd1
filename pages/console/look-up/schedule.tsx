// A scheduled payment: its content, past and next runs, the workflow that shows it, and the
// operator's possible acts.

import { useState } from 'preact/hooks';
import { type Choice, Choices } from '../kit/act.tsx';
import { useLoad, WhenLoaded } from '../kit/load.tsx';
import { Badge, Card, Facts, Id, Money, Time } from '../kit/show.tsx';
import { formatCode } from '../kit/text.ts';
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
      <WithReason>{(reason) => <ScheduleContent id={id} reason={reason} />}</WithReason>
    </>
  );
}

function ScheduleContent({ id, reason }: { readonly id: string; readonly reason: string }) {
  const shownEnvironment = environment.value;
  const query = useLoad(
    () => bank.getScheduleAsOperator({ scheduleId: id, environment: shownEnvironment }, { reason }),
    [id, shownEnvironment],
  );
  return (
    <WhenLoaded query={query}>
      {(schedule) => (
        <div class="columns">
          <Terms schedule={schedule} />
          <div>
            <Runs schedule={schedule} />
            <Acts schedule={schedule} />
          </div>
        </div>
      )}
    </WhenLoaded>
  );
}

function Terms({ schedule }: { readonly schedule: Detail }) {
  const { type, value } = schedule.amount;
  return (
    <Card title={formatCode(schedule.recurrence.frequency)}>
      <p class="figure">
        {value === null ? formatCode(type) : <Money minor={value} currency={schedule.currency} />}
      </p>
      <Facts
        facts={[
          ['Id', <span class="id">{schedule.id}</span>],
          ['Status', <Badge value={schedule.status} />],
          schedule.statusReason
            ? ['Why', `${schedule.statusReason.message} (${schedule.statusReason.code})`]
            : null,
          type === 'balance_above' ? ['Amount', formatCode(type)] : null,
          ['From', <Id id={schedule.sourceAccountId} />],
          ['To', <Id id={schedule.destinationAccountId} />],
          schedule.externalParty
            ? ['Paid outside', String(schedule.externalParty.name ?? '')]
            : null,
          ['Reference', schedule.reference],
          ['Category', schedule.category],
          ['Description', schedule.description],
          ['Starts', schedule.startDate],
          ['Time zone', schedule.timezone],
          ['Customer', <Id id={schedule.customerId} />],
          ['Developer', <Id id={schedule.developerId} />],
          ['Workflow', <WorkflowLink id={schedule.workflow.id} />],
        ]}
      />
    </Card>
  );
}

function Runs({ schedule }: { readonly schedule: Detail }) {
  const { lastOccurrence: last } = schedule;
  return (
    <Card title="Occurrences">
      <Facts
        facts={[
          schedule.nextRunAt ? ['Next', <Time at={schedule.nextRunAt} />] : null,
          last ? ['Last', last.date] : null,
          last ? ['Last status', <Badge value={last.status} />] : null,
          last?.transactionId ? ['Last transaction', <Id id={last.transactionId} />] : null,
          ['Posted', schedule.occurrencesCompleted],
          ['Failed', schedule.occurrencesFailed],
          ['Skipped', schedule.occurrencesSkipped],
          ['Failed in a row', schedule.consecutiveFailures],
        ]}
      />
    </Card>
  );
}

function Acts({ schedule }: { readonly schedule: Detail }) {
  const [choice, choose] = useState<string | null>(null);
  const isLive =
    schedule.status === 'active' || schedule.status === 'paused' || schedule.status === 'suspended';
  const order = (reason: string) => ({
    scheduleId: schedule.id,
    body: { environment: environment.value, reason },
  });
  const choices: Choice[] = [];
  if (schedule.status === 'active' && may('pauseScheduleAsOperator')) {
    choices.push({
      key: 'pause',
      label: 'Pause',
      successText: 'The schedule is paused.',
      run: (_, reason) => bank.pauseScheduleAsOperator(order(reason)),
    });
  }
  if (isLive && schedule.status !== 'active' && may('resumeScheduleAsOperator')) {
    choices.push({
      key: 'resume',
      label: 'Resume',
      successText: 'The schedule runs again.',
      run: (_, reason) => bank.resumeScheduleAsOperator(order(reason)),
    });
  }
  if (isLive && may('cancelScheduleAsOperator')) {
    choices.push({
      key: 'cancel',
      label: 'Cancel',
      isDanger: true,
      successText: 'The schedule is canceled.',
      run: (_, reason) => bank.cancelScheduleAsOperator(order(reason)),
    });
  }
  if (choices.length === 0) return null;
  return (
    <Card title="Actions">
      <Choices choices={choices} choice={choice} choose={choose} />
    </Card>
  );
}
