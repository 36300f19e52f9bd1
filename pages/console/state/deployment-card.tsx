// A deployment of a model: its progress, its comparison with the version that decided, and the
// operator's possible acts.

import { useState } from 'preact/hooks';
import { Choices } from '../kit/act.tsx';
import { useLoad, WhenLoaded } from '../kit/load.tsx';
import { Badge, Bars, Card, Facts, Id, Table, Time } from '../kit/show.tsx';
import { formatCode, formatNumber, formatPercent } from '../kit/text.ts';
import { bank, type Schemas } from '../shell/bank.ts';
import { environment } from '../shell/router.ts';
import { may } from '../shell/session.ts';

type Deployment = Schemas['ModelDeployment'];

const HASH = /^[0-9a-f]{64}$/;
const ROLLBACK_STATUSES = new Set(['shadow', 'canary', 'active']);

/** One deployment; while it is in progress, with its observations. */
export function DeploymentCard({ deployment }: { readonly deployment: Deployment }) {
  const { gates, champion } = deployment;
  const modelName = `${deployment.modelName} ${deployment.modelVersion}`;
  const championName = champion && `${champion.name} ${champion.version}`;
  return (
    <Card title={modelName}>
      <Facts
        facts={[
          ['Deployment', <span class="id">{deployment.id}</span>],
          ['Version', <Id id={deployment.versionId} />],
          ['Task', formatCode(deployment.task)],
          ['Status', <Badge value={deployment.status} />],
          ['Stage', <Badge value={deployment.stage} />],
          ['Traffic', `${deployment.trafficPercent} %`],
          ['Since', <Time at={deployment.stageSince} />],
          championName ? ['Champion', championName] : null,
          ['Approval', <Badge value={deployment.approval.status} />],
          deployment.statusReason ? ['Why', deployment.statusReason.message] : null,
          ...deployment.waivers.map(
            ({ finding, at, by, reason }) =>
              [
                `Waived: ${formatCode(finding)}`,
                <>
                  {reason} (<span class="id">{by}</span>, <Time at={at} />)
                </>,
              ] as const,
          ),
        ]}
      />
      <h3>Traffic</h3>
      <Bars
        max={100}
        bars={[
          { label: modelName, value: deployment.trafficPercent },
          { label: championName ?? 'Previous version', value: 100 - deployment.trafficPercent },
        ]}
      />
      {ROLLBACK_STATUSES.has(deployment.status) ? <Observations id={deployment.id} /> : null}
      <h3>Gates</h3>
      <Table
        caption="Gates of the deployment"
        emptyText="No gate has run yet."
        rows={gates}
        columns={[
          { name: 'Gate', cell: ({ name }) => formatCode(name) },
          { name: 'Threshold', isNumber: true, cell: ({ threshold }) => showValue(threshold) },
          { name: 'Value', isNumber: true, cell: ({ value }) => showValue(value) },
          {
            name: 'Passed',
            cell: ({ passed, warning }) =>
              passed === null ? (
                <Badge value={warning ? 'warning' : 'not_run'} />
              ) : (
                <Badge value={passed ? 'pass' : 'fail'} />
              ),
          },
          { name: 'Detail', cell: ({ detail }) => detail ?? '–' },
        ]}
      />
      <Replay deployment={deployment} />
      <DeploymentActs deployment={deployment} />
    </Card>
  );
}

/** The observations of the deployment's current step. They reload by themselves. */
function Observations({ id }: { readonly id: string }) {
  const shownEnvironment = environment.value;
  const query = useLoad(
    () => bank.getDeploymentAsOperator({ deploymentId: id, environment: shownEnvironment }),
    may('getDeploymentAsOperator') ? [id, shownEnvironment] : null,
    { isLive: true },
  );
  const observed = query.data?.observed;
  if (!observed) return null;
  const milliseconds = (value: number | null) =>
    value === null ? null : `${formatNumber(value)} ms`;
  return (
    <>
      <h3>Observed in this step</h3>
      <WhenLoaded query={query}>
        {({ waitingFor }) => (
          <Facts
            facts={[
              ['Decisions observed', observed.samples],
              ['Decided by this version', observed.decided],
              ['Without a score', observed.errors],
              ['Flagged differently', formatPercent(observed.disagreement)],
              ['Flagged by the champion', formatPercent(observed.championAlertRate)],
              ['Flagged by this version', formatPercent(observed.challengerAlertRate)],
              ['Stability index of the scores', formatNumber(observed.psi)],
              ['p99', milliseconds(observed.p99Ms)],
              [
                'All steps',
                `${observed.total.samples} observed, ${observed.total.decided} decided`,
              ],
              waitingFor === null ? null : ['Waiting for', waitingFor],
            ]}
          />
        )}
      </WhenLoaded>
    </>
  );
}

function showValue(value: string | number | null) {
  if (typeof value === 'number') return formatNumber(value, 4);
  // A hash has no blank at which its line could break.
  return <span class={HASH.test(value ?? '') ? 'id' : ''}>{value ?? '–'}</span>;
}

function Replay({ deployment: { replayReport } }: { readonly deployment: Deployment }) {
  if (!replayReport) return null;
  const { decisions, changed, approveToDecline, declineToApprove } = replayReport;
  const { changedDecisions = [] } = replayReport;
  return (
    <>
      <h3>Replay of past payments</h3>
      <Bars
        max={Math.max(decisions, 1)}
        bars={[
          { label: 'Decisions', value: decisions },
          { label: 'Changed', value: changed },
          { label: 'Approved before, declined now', value: approveToDecline, kind: 'raises' },
          { label: 'Declined before, approved now', value: declineToApprove, kind: 'lowers' },
        ]}
      />
      <Table
        caption="Changed decisions, the newest fifty"
        emptyText="No decision would change."
        rows={changedDecisions}
        columns={[
          { name: 'Decision', cell: ({ id }) => <Id id={id} /> },
          { name: 'Amount', isNumber: true, cell: ({ amount }) => formatNumber(amount) },
          { name: 'Was', cell: ({ was }) => <Badge value={was} /> },
          { name: 'Would be', cell: ({ is }) => <Badge value={is} /> },
        ]}
      />
    </>
  );
}

function DeploymentActs({ deployment }: { readonly deployment: Deployment }) {
  const [choice, choose] = useState<string | null>(null);
  const deploymentId = deployment.id;
  const decide = (decision: 'granted' | 'denied') => (_: FormData, reason: string) =>
    bank.decideDeployment({
      deploymentId,
      body: { environment: environment.value, decision, reason },
    });
  const waived = new Set(deployment.waivers.map(({ finding }) => finding));
  const findings = [...new Set(deployment.gates.flatMap((gate) => gate.findings ?? []))].filter(
    (finding) => !waived.has(finding),
  );
  const isWaiting = deployment.approval.status === 'requested' && may('decideDeployment');
  const choices = [
    ...(findings.length > 0 && may('waiveModelFindings')
      ? [
          {
            key: 'waiver',
            label: `Waive for this version: ${findings.map(formatCode).join(', ')}`,
            isDanger: true,
            successText: 'Waived.',
            run: (_: FormData, reason: string) =>
              bank.waiveModelFindings({
                versionId: deployment.versionId,
                body: { environment: environment.value, findings, reason },
              }),
          },
        ]
      : []),
    ...(isWaiting
      ? [
          {
            key: 'granted',
            label: 'Approve next step',
            successText: 'Granted.',
            run: decide('granted'),
          },
          {
            key: 'denied',
            label: 'Deny',
            isDanger: true,
            successText: 'Denied.',
            run: decide('denied'),
          },
        ]
      : []),
    ...(ROLLBACK_STATUSES.has(deployment.status) && may('rollbackDeployment')
      ? [
          {
            key: 'rollback',
            label: 'Roll back',
            isDanger: true,
            successText: 'The deployment is rolled back.',
            run: (_: FormData, reason: string) =>
              bank.rollbackDeployment({
                deploymentId,
                body: { environment: environment.value, reason },
              }),
          },
        ]
      : []),
  ];
  if (choices.length === 0) return null;
  return (
    <div class="actions">
      <Choices choices={choices} choice={choice} choose={choose} />
    </div>
  );
}
