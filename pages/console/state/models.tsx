// Models: the review workload, the deployed versions beside their predecessors, and versions that
// wait for approval.

import { useState } from 'preact/hooks';
import { Choices } from '../kit/act.tsx';
import { List } from '../kit/list.tsx';
import { useLoad, WhenLoaded } from '../kit/load.tsx';
import { Badge, Bars, Card, Facts, Id, Time } from '../kit/show.tsx';
import { formatCode, formatPercent } from '../kit/text.ts';
import { bank, type Schemas } from '../shell/bank.ts';
import { environment, pathTo } from '../shell/router.ts';
import { may } from '../shell/session.ts';
import { DeploymentCard } from './deployment-card.tsx';
import { ReviewCurve } from './model-curves.tsx';

type Version = Schemas['ModelVersion'];

const PAGE_SIZE = 20;

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
  const shownEnvironment = environment.value;
  const query = useLoad(
    () => bank.getRiskDesk({ environment: shownEnvironment, days: 30 }),
    [shownEnvironment],
    {
      isLive: 'slowly',
    },
  );
  return (
    <Card title="Review rate, last 30 days">
      <WhenLoaded query={query}>
        {({ reviews: figures, days }) =>
          figures === null ? (
            <p class="quiet">No payment has been scored yet.</p>
          ) : (
            <>
              <Facts
                facts={[
                  ['Payments', figures.payments],
                  [
                    'Reviewed',
                    `${figures.lookedAt} (${formatPercent(figures.reviewRate?.value)}; target ` +
                      `${formatPercent(figures.target)})`,
                  ],
                  ['Alarm', <Badge value={figures.alarm} />],
                ]}
              />
              <ReviewCurve reviewDays={days} target={figures.target} />
              <h3>Outcome of the reviewed payments</h3>
              <Bars
                bars={[
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
      </WhenLoaded>
    </Card>
  );
}

function Deployments() {
  const shownEnvironment = environment.value;
  const query = useLoad(
    () =>
      bank.listDeploymentApprovals({
        environment: shownEnvironment,
        status: 'any',
        limit: PAGE_SIZE,
      }),
    [shownEnvironment],
    { isLive: true },
  );
  return (
    <>
      <h2>Deployments</h2>
      <WhenLoaded query={query}>
        {({ data }) => (
          <>
            {data.length === 0 ? <p class="quiet">No developer has deployed a model.</p> : null}
            {data.map((deployment) => (
              <DeploymentCard key={deployment.id} deployment={deployment} />
            ))}
          </>
        )}
      </WhenLoaded>
    </>
  );
}

function Versions() {
  const shownEnvironment = environment.value;
  const query = useLoad(
    () => bank.listModelApprovals({ environment: shownEnvironment, limit: PAGE_SIZE }),
    [shownEnvironment],
    {
      isLive: true,
    },
  );
  return (
    <>
      <h2>Versions waiting for approval</h2>
      <WhenLoaded query={query}>
        {({ data }) => (
          <>
            {data.length === 0 ? <p class="quiet">None.</p> : null}
            {data.map((version) => (
              <VersionCard key={version.id} version={version} />
            ))}
          </>
        )}
      </WhenLoaded>
    </>
  );
}

function VersionCard({ version }: { readonly version: Version }) {
  const [choice, choose] = useState<string | null>(null);
  const act = (decision: 'approved' | 'rejected') => (_: FormData, reason: string) =>
    bank.decideModel({
      versionId: version.id,
      body: { environment: environment.value, decision, reason },
    });
  const isOpen = version.approvalStatus === 'pending_approval' && may('decideModel');
  return (
    <Card title={`${version.name} ${version.modelVersion}`}>
      <Facts
        facts={[
          ['Version', <Id id={version.id} />],
          ['Task', formatCode(version.task)],
          ['Source', version.source],
          ['Approval', <Badge value={version.approvalStatus} />],
          ['SHA-256', <span class="id">{version.artifact.sha256}</span>],
          ['Created', <Time at={version.createdAt} />],
        ]}
      />
      {isOpen ? (
        <div class="actions">
          <Choices
            choice={choice}
            choose={choose}
            choices={[
              { key: 'approved', label: 'Approve', successText: 'Approved.', run: act('approved') },
              {
                key: 'rejected',
                label: 'Reject',
                isDanger: true,
                successText: 'Rejected.',
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
  const shownEnvironment = environment.value;
  return (
    <>
      <h2>All versions</h2>
      <List
        caption="Versions of models"
        emptyText="No model."
        dependencies={[shownEnvironment]}
        load={(page) =>
          bank.listModelApprovals({ environment: shownEnvironment, status: 'any', ...page })
        }
        to={({ id }) => pathTo(`models/${id}`)}
        columns={[
          { name: 'Version', cell: ({ id }) => <Id id={id} /> },
          { name: 'Model', cell: ({ name, modelVersion }) => `${name} ${modelVersion}` },
          { name: 'Task', cell: ({ task }) => formatCode(task) },
          { name: 'Stage', cell: ({ stage }) => <Badge value={stage} /> },
          {
            name: 'Waived',
            cell: ({ waivers }) =>
              waivers.map(({ finding }) => formatCode(finding)).join(', ') || '–',
          },
          { name: 'Developer', cell: ({ developerId }) => <Id id={developerId} /> },
          { name: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
        ]}
      />
    </>
  );
}
