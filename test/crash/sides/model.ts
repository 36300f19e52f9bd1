// Trainings beside the other work of a run: models are trained and deployed one after another. Each
// training has to end with one version, and each deployment has to become active, whichever process
// dies meanwhile.

import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientLog } from '../client-log.ts';
import { type HttpClient, PATIENCE_MS } from '../http-client.ts';
import type { Random } from '../random.ts';

interface ModelDeps {
  readonly http: HttpClient;
  readonly log: ClientLog;
  readonly giveUp: AbortSignal;
  /** Number of models that were trained and deployed. */
  readonly rounds: { count: number };
}

interface Job {
  readonly id: string;
  readonly status: string;
  readonly modelId: string;
  readonly modelVersion: string;
  readonly versionId: string | null;
}

interface Page {
  readonly data: readonly { readonly id: string; readonly modelVersion: string }[];
}

const ROWS = 400;
const RETRY_MS = 250;
const PATH = '/v1/ai/custom-models';

/** Rows whose label depends on one of two columns, with noise. */
function makeRows(random: Random) {
  return Array.from({ length: ROWS }, () => {
    const [a, b] = [random.next(), random.next()];
    return { a, b, left: random.next() < (a > 0.5 ? 0.8 : 0.2) ? 1 : 0 };
  });
}

/** Returns a function that trains and deploys one model. */
export function createModelWork({ http, log, giveUp, rounds }: ModelDeps) {
  /** Sends a request with its key until it is accepted. */
  async function sendUntilAccepted<T>(path: string, body: object, key: string): Promise<T | null> {
    for (;;) {
      giveUp.throwIfAborted();
      const reply = await http.send({ path, body, idempotencyKey: key });
      if (reply.kind === 'answer' && reply.status < 300) return reply.body as T;
      if (reply.kind === 'answer' && reply.status < 500 && reply.status !== 429) {
        log.reportProblem(`${path}: ${reply.status} ${reply.body.code}`);
        return null;
      }
      await sleep(RETRY_MS);
    }
  }

  async function waitForEnd<T extends { readonly status: string }>(path: string, open: RegExp) {
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      giveUp.throwIfAborted();
      const result = await http.read<T>(path);
      if (!open.test(result.status)) return result;
      if (performance.now() > until) {
        log.reportProblem(`${path}: ${result.status} after ${PATIENCE_MS} ms`);
        return result;
      }
      await sleep(RETRY_MS);
    }
  }

  return async (random: Random, key: string): Promise<void> => {
    const dataset = { source: 'inline', rows: makeRows(random), labelField: 'left' };
    const order = { name: 'crash', task: 'churn', algorithm: 'logistic', dataset };
    const accepted = await sendUntilAccepted<Job>(`${PATH}/train`, order, `${key}-train`);
    if (!accepted) return;
    const job = await waitForEnd<Job>(`${PATH}/jobs/${accepted.id}`, /^(queued|running)$/);
    if (job.status !== 'succeeded') return log.reportProblem(`${key}: the training ${job.status}`);
    const { modelId, modelVersion: version, versionId } = job;
    const list = await http.read<Page>(`${PATH}/${modelId}/versions?limit=100`);
    const ownVersions = list.data.filter(({ modelVersion }) => modelVersion === version);
    if (ownVersions.length !== 1 || ownVersions[0]?.id !== versionId) {
      log.reportProblem(`${key}: ${ownVersions.length} versions of one training`);
    }
    const strategy = { type: 'immediate' };
    const fields = { modelId, version, environment: 'sandbox', strategy };
    const created = await sendUntilAccepted<{ id: string }>(
      `${PATH}/deploy`,
      fields,
      `${key}-deploy`,
    );
    if (!created) return;
    const path = `${PATH}/deployments/${created.id}`;
    const { status } = await waitForEnd(path, /^(pending|validating)$/);
    if (status !== 'active') return log.reportProblem(`${key}: the deployment ${status}`);
    const { id } = await http.read<{ id: string }>(`${PATH}/${modelId}/versions/production`);
    if (id !== versionId) log.reportProblem(`${key}: ${id} decides, ${versionId} was deployed`);
    rounds.count += 1;
  };
}
