// One version of a model, as curves: drift, calibration, review workload, and its scores beside the
// version that decided before it.

import { useLoad, WhenLoaded } from '../kit/load.tsx';
import { Badge, Card, Facts, Id } from '../kit/show.tsx';
import { formatCode } from '../kit/text.ts';
import { bank } from '../shell/bank.ts';
import { environment } from '../shell/router.ts';
import {
  CalibrationCurve,
  ComparisonCurve,
  DriftCurve,
  EvaluationCurves,
  findTaskWords,
  ReviewCurve,
} from './model-curves.tsx';

export function ModelVersionPage({ id }: { readonly id: string }) {
  const shownEnvironment = environment.value;
  const query = useLoad(
    () => bank.getModelPerformanceAsOperator({ versionId: id, environment: shownEnvironment }),
    [id, shownEnvironment],
  );
  return (
    <>
      <h1>Model</h1>
      <WhenLoaded query={query}>
        {(watch) => (
          <>
            <Card title={`${watch.name} ${watch.version}`}>
              <Facts
                facts={[
                  ['Version', <span class="id">{watch.versionId}</span>],
                  ['Model', <Id id={watch.modelId} />],
                  ['Task', formatCode(watch.task)],
                  ['Stage', <Badge value={watch.stage} />],
                  ['Developer', <Id id={watch.developerId} />],
                ]}
              />
            </Card>
            <div class="cards wide">
              <Card title="Drift">
                <DriftCurve days={watch.drift} />
              </Card>
              <Card title="Calibration">
                <CalibrationCurve calibration={watch.calibration} task={watch.task} />
              </Card>
              <Card title="Evaluations">
                <EvaluationCurves evaluations={watch.evaluations} />
              </Card>
              <Card title="Review rate">
                <ReviewCurve
                  reviewDays={watch.reviews}
                  target={null}
                  cases={findTaskWords(watch.task).cases}
                />
              </Card>
              {watch.deployments.map((deployment) => (
                <Card
                  key={deployment.deploymentId}
                  title={`Compared with ${deployment.champion ?? 'the previous version'}`}
                >
                  <p>
                    <Badge value={deployment.status} />{' '}
                    <span class="id">{deployment.deploymentId}</span>
                  </p>
                  <ComparisonCurve deployment={deployment} />
                </Card>
              ))}
            </div>
          </>
        )}
      </WhenLoaded>
    </>
  );
}
