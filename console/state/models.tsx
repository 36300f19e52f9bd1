// Models: the review workload, the deployed versions beside their predecessors, and versions that
// wait for approval.

import { useState } from 'preact/hooks';
import { Choices } from '../kit/act.tsx';
import { List } from '../kit/list.tsx';
import { Shown, useLoad } from '../kit/load.tsx';
import { Badge, Bars, Card, Facts, Id, Time } from '../kit/show.tsx';
import { percent, words } from '../kit/text.ts';
import { bank, type Schemas } from '../shell/bank.ts';
import { environment, pathTo } from '../shell/router.ts';
import { may } from '../shell/session.ts';
import { DeploymentCard } from './deployment-card.tsx';
import { ReviewCurve } from './model-curves.tsx';

type Version = Schemas['ModelVersion'];

const MOST = 20;

export function ModelsPage() {
  return (
    <>
      <h1>Models</h1>
      {may('getRiskDesk') ? <ReviewRate /> : null}
      <Deployments />
      {may('listModelApprovals') ? <Versions /> : null}
      {may('listModelApprovals') ? <AllVersions /> : null}
    </>
  );
}

function ReviewRate() {
  const now = environment.value;
  const found = useLoad(() => bank.getRiskDesk({ environment: now, days: 30 }), [now], {
    isLive: 'slowly',
  });
  return (
    <Card title="Review rate, last 30 days">
      <Shown of={found}>
        {({ reviews: figures, days }) =>
          figures === null ? (
            <p class="quiet">No payment has been scored yet.</p>
          ) : (
            <>
              <Facts
                of={[
                  ['Payments', figures.payments],
                  [
                    'Reviewed',
                    `${figures.lookedAt} (${percent(figures.reviewRate?.value)}; target ` +
                      `${percent(figures.target)})`,
                  ],
                  ['Alarm', <Badge value={figures.alarm} />],
                ]}
              />
              <ReviewCurve of={days} target={figures.target} />
              <h3>Outcome of the reviewed payments</h3>
              <Bars
                of={[
                  { label: 'Confirmed fraud', value: figures.confirmed, kind: 'raises' },
                  { label: 'Cleared', value: figures.lifted, kind: 'lowers' },
                  { label: 'Open', value: figures.open },
                  {
                    label: 'Missed: passed, later reversed',
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
    () => bank.listDeploymentApprovals({ environment: now, status: 'any', limit: MOST }),
    [now],
    { isLive: true },
  );
  return (
    <>
      <h2>Deployments</h2>
      <Shown of={found}>
        {({ data }) => (
          <>
            {data.length === 0 ? <p class="quiet">No developer has deployed a model.</p> : null}
            {data.map((one) => (
              <DeploymentCard key={one.id} one={one} />
            ))}
          </>
        )}
      </Shown>
    </>
  );
}

function Versions() {
  const now = environment.value;
  const found = useLoad(() => bank.listModelApprovals({ environment: now, limit: MOST }), [now], {
    isLive: true,
  });
  return (
    <>
      <h2>Versions waiting for approval</h2>
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
          ['Source', one.source],
          ['Approval', <Badge value={one.approvalStatus} />],
          ['SHA-256', <span class="id">{one.artifact.sha256}</span>],
          ['Created', <Time at={one.createdAt} />],
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

function AllVersions() {
  const now = environment.value;
  return (
    <>
      <h2>All versions</h2>
      <List
        caption="Versions of models"
        none="No model."
        about={[now]}
        ask={(page) => bank.listModelApprovals({ environment: now, status: 'any', ...page })}
        to={({ id }) => pathTo(`models/${id}`)}
        columns={[
          { name: 'Version', cell: ({ id }) => <Id id={id} /> },
          { name: 'Model', cell: ({ name, modelVersion }) => `${name} ${modelVersion}` },
          { name: 'Task', cell: ({ task }) => words(task) },
          { name: 'Stage', cell: ({ stage }) => <Badge value={stage} /> },
          {
            name: 'Waived',
            cell: ({ waivers }) => waivers.map(({ finding }) => words(finding)).join(', ') || '–',
          },
          { name: 'Developer', cell: ({ developerId }) => <Id id={developerId} /> },
          { name: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
        ]}
      />
    </>
  );
}
