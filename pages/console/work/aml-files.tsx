// A case about money laundering with its alerts, and an alert by itself.

import { Field } from '../kit/act.tsx';
import { useLoad, WhenLoaded } from '../kit/load.tsx';
import { Badge, Card, Facts, Id, Money, Table, Time } from '../kit/show.tsx';
import { formatCode } from '../kit/text.ts';
import { Person } from '../people/person.tsx';
import { bank, pageWithOnly, type Schemas } from '../shell/bank.ts';
import { environment } from '../shell/router.ts';
import { may } from '../shell/session.ts';
import { Decide } from './decide.tsx';
import { Flows } from './flows.tsx';
import { SubjectFacts } from './subject.tsx';

type Case = Schemas['AmlCaseDesk'];
type Alert = Case['alerts'][number];

interface FileProps {
  readonly item: Schemas['WorkFile'];
}

const RESOLUTIONS = ['false_positive', 'confirmed', 'sar_filed', 'duplicate'] as const;
const STATUSES = ['open', 'closed'] as const;
/** The maximum number of cases that are searched for an alert, from its time backwards. */
const MAX_CASES = 200;

export function AmlCaseFile({ item }: FileProps) {
  const shownEnvironment = environment.value;
  const query = useLoad(async () => {
    for (const status of STATUSES) {
      const page = await bank.listAmlCaseFiles({
        environment: shownEnvironment,
        status,
        ...pageWithOnly(item.id),
      });
      const file = page.data.find(({ id }) => id === item.id);
      if (file) return { file };
    }
    return { file: null };
  }, [item.id, item.isOpen, item.notes.length, shownEnvironment]);
  return (
    <WhenLoaded query={query}>
      {({ file }) =>
        file === null ? null : (
          <>
            <Customer amlCase={file} />
            {file.alerts.map((alert) => (
              <AlertCard key={alert.id} alert={alert} />
            ))}
            <CaseDecision file={file} isOpen={item.isOpen} />
          </>
        )
      }
    </WhenLoaded>
  );
}

export function AmlAlertFile({ item }: FileProps) {
  const shownEnvironment = environment.value;
  const query = useLoad(async () => {
    // Alert and case are created together, so the case's id may be slightly newer than the alert's.
    const startingAfter = `case_${item.id.slice(4, 12)}`.padEnd(31, 'z');
    for (const status of STATUSES) {
      const all = { environment: shownEnvironment, status, startingAfter, limit: 10 };
      let count = 0;
      for await (const file of bank.all.listAmlCaseFiles(all)) {
        const alert = file.alerts.find(({ id }) => id === item.id);
        if (alert) return { shown: { file, alert } };
        count += 1;
        if (count >= MAX_CASES) break;
      }
    }
    return { shown: null };
  }, [item.id, item.isOpen, shownEnvironment]);
  return (
    <WhenLoaded query={query}>
      {({ shown: found }) =>
        found === null ? null : (
          <>
            <Customer amlCase={found.file} />
            <AlertCard alert={found.alert} />
            <p>
              The case with all alerts of the customer: <Id id={found.file.id} />
            </p>
            <AlertDecision alert={found.alert} isOpen={item.isOpen} />
          </>
        )
      }
    </WhenLoaded>
  );
}

function Customer({ amlCase }: { readonly amlCase: Case }) {
  return (
    <Card title="Customer">
      <SubjectFacts subject={amlCase.customer} />
    </Card>
  );
}

function AlertCard({ alert }: { readonly alert: Alert }) {
  const { evidence } = alert;
  return (
    <Card title={formatCode(alert.typology)}>
      <Facts
        facts={[
          ['Alert', <Id id={alert.id} />],
          ['Severity', <Badge value={alert.severity} />],
          ['Score', `${alert.score} of 100`],
          ['Status', <Badge value={alert.status} />],
          alert.resolution === null ? null : ['Closed as', formatCode(alert.resolution)],
          ['Account', <Id id={alert.accountId} />],
          ['Payments', evidence.transactions],
          ['Total', <Money minor={evidence.amountTotal} currency={evidence.currency} />],
          ['From', <Time at={evidence.window.from} />],
          ['To', <Time at={evidence.window.to} />],
          alert.decidedBy === null ? null : ['Decided by', <Person id={alert.decidedBy} />],
          alert.reason === null ? null : ['Reason', alert.reason],
        ]}
      />
      {may('getAmlFlows') ? <Flows alertId={alert.id} /> : null}
      <details>
        <summary>The payments</summary>
        <Table
          caption="Payments of the alert"
          emptyText="None."
          rows={evidence.transactionIds}
          columns={[{ name: 'Transaction', cell: (id) => <Id id={id} /> }]}
        />
      </details>
    </Card>
  );
}

function AlertDecision({ alert, isOpen }: { readonly alert: Alert; readonly isOpen: boolean }) {
  const move = (status: 'in_review' | 'escalated') => (_: FormData, reason: string) =>
    bank.decideAmlAlert({
      amlAlertId: alert.id,
      body: { environment: environment.value, status, reason },
    });
  const close = (form: FormData, reason: string) => {
    const selected = form.get('resolution');
    const resolution = RESOLUTIONS.find((resolution) => resolution === selected);
    if (resolution === undefined) throw new Error('Choose how the alert is closed.');
    const body = { environment: environment.value, status: 'closed' as const, resolution, reason };
    return bank.decideAmlAlert({ amlAlertId: alert.id, body });
  };
  const choices = [
    ...(alert.status === 'open'
      ? [
          {
            key: 'look',
            label: 'Start review',
            successText: 'The alert is in review.',
            staysOpen: true,
            run: move('in_review'),
          },
        ]
      : []),
    ...(alert.status === 'escalated'
      ? []
      : [
          {
            key: 'escalate',
            shortcut: 'r',
            label: 'Escalate',
            isDanger: true,
            successText: 'The alert is escalated.',
            staysOpen: true,
            run: move('escalated'),
          },
        ]),
    {
      key: 'close',
      shortcut: 'a',
      label: 'Close',
      successText: 'The alert is closed.',
      children: (error: unknown) => (
        <Field label="Resolution" name="resolution" error={error}>
          {(props) => (
            <select {...props} required>
              <option value="">Choose one</option>
              {RESOLUTIONS.map((resolution) => (
                <option key={resolution} value={resolution}>
                  {formatCode(resolution)}
                </option>
              ))}
            </select>
          )}
        </Field>
      ),
      run: close,
    },
  ];
  const isLive = isOpen && alert.status !== 'closed';
  return <Decide isOpen={isLive} choices={may('decideAmlAlert') ? choices : []} />;
}

function CaseDecision({ file, isOpen }: { readonly file: Case; readonly isOpen: boolean }) {
  const close = (sarDecision: 'file' | 'do_not_file') => (_: FormData, reason: string) =>
    bank.closeAmlCase({
      amlCaseId: file.id,
      body: { environment: environment.value, sarDecision, reason },
    });
  const choices = [
    {
      key: 'do_not_file',
      shortcut: 'a',
      label: 'Close without a report',
      successText: 'The case is closed.',
      run: close('do_not_file'),
    },
    {
      key: 'file',
      shortcut: 'r',
      label: 'Close with a report',
      isDanger: true,
      successText: 'The case is closed; a report is to be filed.',
      run: close('file'),
    },
  ];
  return (
    <>
      {file.reason === null ? null : (
        <Card title="Decision on record">
          <Facts
            facts={[
              ['Report', file.sarDecision === null ? null : formatCode(file.sarDecision)],
              ['By', <Person id={file.closedBy} />],
              ['Reason', file.reason],
            ]}
          />
        </Card>
      )}
      <Decide
        isOpen={isOpen && file.status === 'open'}
        choices={may('closeAmlCase') ? choices : []}
      />
    </>
  );
}
