// Models: how much people have to look at, what is deployed and how it does beside the one before,
// what waits for approval.

import { useState } from 'preact/hooks';
import { Choices } from '../kit/act.tsx';
import { Shown, useLoad } from '../kit/load.tsx';
import { Badge, Bars, Card, Facts, Id, Table, Time } from '../kit/show.tsx';
import { figure, percent, words } from '../kit/text.ts';
import { bank, may, type Schemas } from '../shell/bank.ts';
import { environment } from '../shell/router.ts';

type Deployment = Schemas['ModelDeployment'];
type Version = Schemas['ModelVersion'];

const MOST = 50;

export function ModelsPage() {
  return (
    <>
      <h1>Models</h1>
      {may('getRiskDesk') ? <ReviewRate /> : null}
      <Deployments />
      {may('listModelApprovals') ? <Versions /> : null}
    </>
  );
}

function ReviewRate() {
  const now = environment.value;
  const found = useLoad(() => bank.getRiskDesk({ environment: now, days: 30 }), [now]);
  return (
    <Card title="What people have to look at, 30 days">
      <Shown of={found}>
        {({ reviews: figures }) =>
          figures === null ? (
            <p class="quiet">No payment was judged yet.</p>
          ) : (
            <>
              <Facts
                of={[
                  ['Payments', figures.payments],
                  [
                    'Looked at',
                    `${figures.lookedAt} (${percent(figures.reviewRate?.value)}; target ` +
                      `${percent(figures.target)})`,
                  ],
                  ['Alarm', <Badge value={figures.alarm} />],
                ]}
              />
              <h3>Of those that were looked at</h3>
              <Bars
                of={[
                  { label: 'Confirmed as fraud', value: figures.confirmed, kind: 'raises' },
                  { label: 'Nothing', value: figures.lifted, kind: 'lowers' },
                  { label: 'Open', value: figures.open },
                  {
                    label: 'Missed: let through, taken back',
                    value: figures.missed,
                    kind: 'raises',
                  },
                ]}
              />
            </>
          )
        }
      </Shown>
    </Card>
  );
}

function Deployments() {
  const now = environment.value;
  const found = useLoad(
    () => bank.listDeploymentApprovals({ environment: now, limit: MOST }),
    [now],
  );
  return (
    <>
      <h2>Deployments</h2>
      <Shown of={found}>
        {({ data }) => (
          <>
            {data.length === 0 ? <p class="quiet">No model is deployed by a developer.</p> : null}
            {data.map((one) => (
              <DeploymentCard key={one.id} one={one} />
            ))}
          </>
        )}
      </Shown>
    </>
  );
}

function DeploymentCard({ one }: { readonly one: Deployment }) {
  const { gates, champion } = one;
  return (
    <Card title={`${words(one.task)} ${one.modelVersion}`}>
      <Facts
        of={[
          ['Deployment', <span class="id">{one.id}</span>],
          ['Status', <Badge value={one.status} />],
          ['Stage', <Badge value={one.stage} />],
          ['Traffic', `${one.trafficPercent} %`],
          ['Since', <Time at={one.stageSince} />],
          champion ? ['Beside', champion.version] : null,
          ['Approval', <Badge value={one.approval.status} />],
          one.statusReason ? ['Why', one.statusReason.message] : null,
        ]}
      />
      <h3>Traffic</h3>
      <Bars
        most={100}
        of={[
          { label: one.modelVersion, value: one.trafficPercent },
          { label: champion?.version ?? 'The one before', value: 100 - one.trafficPercent },
        ]}
      />
      <h3>Gates</h3>
      <Table
        caption="Gates of the deployment"
        none="None was looked at yet."
        rows={gates}
        columns={[
          { name: 'Gate', cell: ({ name }) => words(name) },
          { name: 'Threshold', isNumber: true, cell: ({ threshold }) => shownAs(threshold) },
          { name: 'Value', isNumber: true, cell: ({ value }) => shownAs(value) },
          {
            name: 'Passed',
            cell: ({ passed }) =>
              passed === null ? (
                <Badge value="pending" />
              ) : (
                <Badge value={passed ? 'pass' : 'fail'} />
              ),
          },
          { name: 'Detail', cell: ({ detail }) => detail ?? '–' },
        ]}
      />
      <Replay of={one} />
      <DeploymentActs one={one} />
    </Card>
  );
}

function shownAs(value: string | number | null): string {
  return typeof value === 'number' ? figure(value, 4) : (value ?? '–');
}

function Replay({ of: { replayReport } }: { readonly of: Deployment }) {
  if (!replayReport) return null;
  const { decisions, changed, approveToDecline, declineToApprove } = replayReport;
  return (
    <>
      <h3>On payments of before</h3>
      <Bars
        most={Math.max(decisions, 1)}
        of={[
          { label: 'Decisions', value: decisions },
          { label: 'Changed', value: changed },
          { label: 'Approved before, declined now', value: approveToDecline, kind: 'raises' },
          { label: 'Declined before, approved now', value: declineToApprove, kind: 'lowers' },
        ]}
      />
    </>
  );
}

const ROLLS = new Set(['shadow', 'canary', 'active']);

function DeploymentActs({ one }: { readonly one: Deployment }) {
  const [chosen, choose] = useState<string | null>(null);
  const deploymentId = one.id;
  const decide = (decision: 'granted' | 'denied') => (_: FormData, reason: string) =>
    bank.decideDeployment({
      deploymentId,
      body: { environment: environment.value, decision, reason },
    });
  const waits = one.approval.status === 'requested' && may('decideDeployment');
  const choices = [
    ...(waits
      ? [
          {
            key: 'granted',
            label: 'Grant the next step',
            done: 'Granted.',
            run: decide('granted'),
          },
          {
            key: 'denied',
            label: 'Deny it',
            isDanger: true,
            done: 'Denied.',
            run: decide('denied'),
          },
        ]
      : []),
    ...(ROLLS.has(one.status) && may('rollbackDeployment')
      ? [
          {
            key: 'rollback',
            label: 'Take back',
            isDanger: true,
            done: 'The deployment is taken back.',
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
      <Choices of={choices} chosen={chosen} choose={choose} />
    </div>
  );
}

function Versions() {
  const now = environment.value;
  const found = useLoad(() => bank.listModelApprovals({ environment: now, limit: MOST }), [now]);
  return (
    <>
      <h2>Versions that wait for approval</h2>
      <Shown of={found}>
        {({ data }) => (
          <>
            {data.length === 0 ? <p class="quiet">None.</p> : null}
            {data.map((one) => (
              <VersionCard key={one.id} one={one} />
            ))}
          </>
        )}
      </Shown>
    </>
  );
}

function VersionCard({ one }: { readonly one: Version }) {
  const [chosen, choose] = useState<string | null>(null);
  const act = (decision: 'approved' | 'rejected') => (_: FormData, reason: string) =>
    bank.decideModel({
      versionId: one.id,
      body: { environment: environment.value, decision, reason },
    });
  const isOpen = one.approvalStatus === 'pending_approval' && may('decideModel');
  return (
    <Card title={`${one.name} ${one.modelVersion}`}>
      <Facts
        of={[
          ['Version', <Id id={one.id} />],
          ['Task', words(one.task)],
          ['Made by', one.source],
          ['Approval', <Badge value={one.approvalStatus} />],
          ['SHA-256', <span class="id">{one.artifact.sha256}</span>],
          ['Made', <Time at={one.createdAt} />],
        ]}
      />
      {isOpen ? (
        <div class="actions">
          <Choices
            chosen={chosen}
            choose={choose}
            of={[
              { key: 'approved', label: 'Approve', done: 'Approved.', run: act('approved') },
              {
                key: 'rejected',
                label: 'Reject',
                isDanger: true,
                done: 'Rejected.',
                run: act('rejected'),
              },
            ]}
          />
        </div>
      ) : null}
    </Card>
  );
}
