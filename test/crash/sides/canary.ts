// Deployments of models that decide about payments, beside the other work of a run: a model that
// flags nothing goes from the shadow through a canary to all customers, and one that flags
// everything is rolled back automatically, because the model in force flags less. Each stage has to
// be reached once, whichever process dies meanwhile.

import { setTimeout as sleep } from 'node:timers/promises';
import { TRANSFER_FEATURES } from '../../../models/features/transfer-features.ts';
import { makeCalibrationSteps } from '../../../models/learn/export/calibration.ts';
import { makeLinearSteps } from '../../../models/learn/export/linear.ts';
import { encodeOnnxFile } from '../../../models/learn/export/onnx-model.ts';
import { UNCALIBRATED_PLATT } from '../../../models/learn/train/calibration.ts';
import type { ClientLog } from '../client-log.ts';
import { type HttpClient, PATIENCE_MS } from '../http-client.ts';
import type { Random } from '../random.ts';
import { listEventTypes } from './events.ts';

interface CanaryDeps {
  readonly url: string;
  /** API key of the developer of the models. */
  readonly apiKey: string;
  readonly http: HttpClient;
  /** Makes a payment that an operator has to decide about, with a key. */
  readonly pay: (key: string) => Promise<void>;
  readonly log: ClientLog;
  readonly giveUp: AbortSignal;
  /** Number of deployments that were completed or rolled back. */
  readonly rounds: { count: number };
}

interface Deployment {
  readonly status: string;
  readonly statusReason: { readonly code: string } | null;
}

const RETRY_MS = 250;
const PAUSE_MS = 50;
const PATH = '/v1/ai/custom-models';
const NO_SHADOW = { minMinutes: 0, minSamples: 0 };
/**
 * Constant log-odds of every payment. A real model would also flag the many payments from one
 * account on a quick machine, so that the flagging model would not be worse.
 */
const LOG_ODDS = { quiet: -4, loud: 4 } as const;

const STRATEGIES = {
  quiet: {
    type: 'shadow',
    shadow: NO_SHADOW,
    steps: [
      { percent: 10, ...NO_SHADOW },
      { percent: 50, ...NO_SHADOW },
    ],
    promoteIf: {},
    autoRollback: false,
    watchMinutes: 0,
  },
  loud: {
    type: 'canary',
    steps: [{ percent: 100, minMinutes: 0, minSamples: 1_000_000 }],
  },
} as const;
const EXPECTED_EVENTS = {
  quiet: ['created', 'shadow', 'canary', 'canary', 'active'],
  loud: ['created', 'canary', 'rolled_back'],
};
type Kind = keyof typeof STRATEGIES;

function encodeModelFile(kind: Kind): Uint8Array {
  const columns = TRANSFER_FEATURES.length;
  const rowOf = (value: number) => Array.from({ length: columns }, () => value);
  const linear = {
    columns,
    mean: rowOf(0),
    scale: rowOf(1),
    weight: rowOf(0),
    intercept: LOG_ODDS[kind],
  };
  const steps = [makeLinearSteps(linear), makeCalibrationSteps(UNCALIBRATED_PLATT)];
  return encodeOnnxFile({ name: kind, columns, steps, metadata: {} });
}

function makeCard(kind: Kind, version: string) {
  const features = TRANSFER_FEATURES.map(({ name, min, max, mayBeMissing }) => {
    return { name, min, max, mayBeMissing };
  });
  return { name: `crash-${kind}`, version, task: 'fraud', threshold: 0.5, features };
}

/** Returns a function that runs one deployment. */
export function createCanaryWork(deps: CanaryDeps) {
  const { url, apiKey, http, pay, log, giveUp, rounds } = deps;

  /**
   * Uploads a version and returns its model id; an existing version is from an attempt whose answer
   * was lost.
   */
  async function uploadVersion(kind: Kind, version: string): Promise<string> {
    for (;;) {
      giveUp.throwIfAborted();
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(encodeModelFile(kind))]), 'model.onnx');
      form.set('card', JSON.stringify(makeCard(kind, version)));
      const headers = { authorization: `Bearer ${apiKey}` };
      const answer = await fetch(`${url}${PATH}/upload`, { method: 'POST', headers, body: form })
        .then(async (response) => (await response.json()) as { modelId?: string; code?: string })
        .catch(() => null);
      if (answer?.modelId) return answer.modelId;
      if (answer?.code === 'model_version_exists') {
        const { data } = await http.read<{ data: { id: string; name: string }[] }>(`${PATH}`);
        const ownModel = data.find(({ name }) => name === `crash-${kind}`);
        if (ownModel) return ownModel.id;
      }
      await sleep(RETRY_MS);
    }
  }

  /**
   * Sends the order with its key until it is accepted. Returns the deployment id, or null when it
   * is refused.
   */
  async function orderUntilAccepted(key: string, body: object): Promise<string | null> {
    for (;;) {
      giveUp.throwIfAborted();
      const reply = await http.send({ path: `${PATH}/deploy`, body, idempotencyKey: key });
      if (reply.kind === 'answer' && reply.status === 202) return reply.body.id ?? null;
      const isBusy = reply.kind === 'answer' && reply.body.code === 'idempotency_in_progress';
      if (reply.kind === 'answer' && reply.status < 500 && reply.status !== 429 && !isBusy) {
        log.reportProblem(`${key}: ${reply.status} ${reply.body.code}`);
        return null;
      }
      await sleep(RETRY_MS);
    }
  }

  /**
   * Waits for the end of a deployment and makes payments meanwhile, on which the model is
   * monitored.
   */
  async function waitForEnd(path: string, key: string): Promise<Deployment> {
    const until = performance.now() + PATIENCE_MS;
    for (let count = 1; ; count += 1) {
      giveUp.throwIfAborted();
      const result = await http.read<Deployment>(path);
      const isOver = /^(active|failed|rolled_back|superseded|aborted)$/.test(result.status);
      if (isOver || performance.now() > until) return result;
      await pay(`${key}-pay-${count}`);
      await sleep(PAUSE_MS);
    }
  }

  async function play(kind: Kind, key: string): Promise<void> {
    const version = `1.${key.match(/\d+$/)?.[0] ?? '0'}.0`;
    const modelId = await uploadVersion(kind, version);
    const order = { modelId, version, environment: 'sandbox', strategy: STRATEGIES[kind] };
    const id = await orderUntilAccepted(`${key}-${kind}`, order);
    if (id === null) return;
    const end = await waitForEnd(`${PATH}/deployments/${id}`, `${key}-${kind}`);
    const emitted = await listEventTypes(http, id);
    const eventNames = emitted.map((type) => type.slice('model.deployment.'.length));
    const expected = EXPECTED_EVENTS[kind];
    const reason = end.statusReason?.code ?? 'no reason';
    if (eventNames.toSorted().join() === expected.toSorted().join()) rounds.count += 1;
    else
      log.reportProblem(
        `${key}: ${kind} is ${end.status} (${reason}) after ${eventNames.join(', ')}`,
      );
  }

  return async (_random: Random, key: string): Promise<void> => {
    await play('quiet', key);
    await play('loud', key);
  };
}
