// Starts KYC assessments beside the other work of a run: some are approved by the rules at once, some
// wait for a document. Each has to end once, whichever process dies meanwhile.

import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientLog } from '../client-log.ts';
import { type HttpClient, PATIENCE_MS } from '../http-client.ts';
import type { Random } from '../random.ts';
import { listEventTypes } from './events.ts';
import type { AnsweredPayment } from './load.ts';

interface KycDeps {
  readonly ask: (key: string, path: string, body: object) => Promise<AnsweredPayment>;
  readonly http: HttpClient;
  readonly log: ClientLog;
  readonly giveUp: AbortSignal;
  /** Number of assessments that ended. */
  readonly rounds: { count: number };
}

interface Assessment {
  readonly id: string;
  readonly status: string;
  readonly stage: string;
  readonly decision: string | null;
  readonly kycStatus: string;
}

const RETRY_MS = 150;
const SHARE_THAT_WAITS = 0.4;
const PATH = '/v1/ai/kyc-assessments';

/**
 * Returns a distinct name and date of birth: an assessment of a customer who resembles another one
 * waits for an operator.
 */
function makePerson(key: string) {
  const [count = '0'] = key.match(/\d+$/) ?? [];
  const letters = [...count].map((digit) => 'aeiounrstl'[Number(digit)]).join('');
  const year = 1930 + (Number(count) % 70);
  const month = 1 + (Math.floor(Number(count) / 70) % 12);
  const dateOfBirth = `${year}-${String(month).padStart(2, '0')}-26`;
  const [firstName, lastName] = ['Mary', `Somerville${letters}`];
  const document = { type: 'passport', country: 'GB', number: count.padStart(9, '7') };
  return {
    customer: { type: 'individual', name: `${firstName} ${lastName}`, dateOfBirth },
    identity: { firstName, lastName, dateOfBirth, nationality: 'GB', address: { country: 'GB' } },
    documents: [{ ...document, expiry: '2098-01-31', fileId: 'specimen' }],
  };
}

/** Returns a function that runs one assessment. */
export function createKycWork({ ask, http, log, giveUp, rounds }: KycDeps) {
  async function waitForStage(id: string, isReached: (assessment: Assessment) => boolean) {
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      giveUp.throwIfAborted();
      const result = await http.read<Assessment>(`${PATH}/${id}`);
      if (isReached(result)) return result;
      if (performance.now() > until) {
        log.reportProblem(`${id}: ${result.stage} after ${PATIENCE_MS} ms`);
        return result;
      }
      await sleep(RETRY_MS);
    }
  }

  /** Sends a request until it is accepted, also with 202; only the id is used. */
  async function accept(key: string, path: string, body: object): Promise<string | null> {
    for (;;) {
      giveUp.throwIfAborted();
      const reply = await http.send({ path, body, idempotencyKey: key });
      if (reply.kind === 'answer' && reply.status < 300) return reply.body.id ?? null;
      const isBusy = reply.kind === 'answer' && reply.body.code === 'idempotency_in_progress';
      if (reply.kind === 'answer' && reply.status < 500 && reply.status !== 429 && !isBusy) {
        log.reportProblem(`${key}: ${reply.status} ${reply.body.code}`);
        return null;
      }
      await sleep(RETRY_MS);
    }
  }

  return async (random: Random, key: string): Promise<void> => {
    const { customer, identity, documents } = makePerson(key);
    const { body } = await ask(`${key}-customer`, '/v1/customers', customer);
    const waits = random.chance(SHARE_THAT_WAITS);
    const request = { level: 'standard', identity, ...(waits ? {} : { documents }) };
    const path = `/v1/customers/${body.id}/kyc`;
    const id = await accept(`${key}-kyc`, path, request);
    if (id === null) return;
    if (waits) {
      const checked = await waitForStage(id, ({ stage }) => stage !== 'checking');
      if (checked.stage !== 'awaiting_documents')
        return log.reportProblem(`${id}: ${checked.stage}`);
      await accept(`${key}-document`, `${PATH}/${id}/documents`, { documents });
    }
    const end = await waitForStage(id, ({ stage }) => stage === 'done');
    if (end.decision !== 'approve') log.reportProblem(`${id}: ${end.stage}, ${end.decision}`);
    const ended = (await listEventTypes(http, id)).filter(
      (type) => type === 'kyc.assessment.completed',
    );
    const emitted = (await listEventTypes(http, body.id ?? '')).filter(
      (type) => type === 'customer.kyc.verified',
    );
    if (ended.length === 1 && emitted.length === 1 && end.kycStatus === 'verified')
      rounds.count += 1;
    else
      log.reportProblem(
        `${id}: ended ${ended.length} times, ${end.kycStatus} ${emitted.length} times`,
      );
  };
}
