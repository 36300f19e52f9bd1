// Writes the audit log of operators: an act before it runs and again with its outcome, and a read
// of personal data before the answer, with its reason and the ids of the shown objects.

import { createHash } from 'node:crypto';
import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { duringAct } from '../../db/kernel/current-act.ts';
import type { EnvironmentName } from '../../db/kernel/environment.ts';
import { everyOf } from '../../db/ledgers.ts';
import type { OpenAct } from '../../db/platform/acts.ts';
import { type PersonalRead, personalRead } from '../../identity/personal-reads.ts';
import { Refusal } from '../../ledger/refusal.ts';
import { closeAct, findMarkedDatabases } from './act-end.ts';
import type { AppEnv, Deps } from './context.ts';
import { CATALOGUE, Problem } from './errors.ts';

const REASON = 'x-audit-reason';
const MAX_REASON = 200;
/** Fields with personal data or free text, of which only a hash is kept. */
const UNRECORDED_FIELDS = new Set([
  'name',
  'email',
  'note',
  'description',
  'message',
  'externalParty',
]);
const MAX_TEXT = 500;

type Handler = (c: Context<AppEnv>, next: () => Promise<void>) => Response | Promise<Response>;

interface AuditedOperation {
  readonly operationId: string;
  readonly method: string;
}

/**
 * Returns the header that states the reason for reading personal data, or null when the route shows
 * none.
 */
export function readReasonHeader({ operationId = '' }: { readonly operationId?: string }) {
  const read = personalRead(operationId);
  if (read === null) return null;
  const param = { name: REASON, in: 'header' as const, required: read === 'reason' };
  const description = `Reason for the access, up to ${MAX_REASON} characters, for the audit log.`;
  const example = 'Call of the customer, ticket 4711';
  // Optional in the schema, because a missing header gets its own problem below.
  return z.object({ [REASON]: z.string().optional().openapi({ param, description, example }) });
}

/** Wraps the handler of an operation of operators. */
export function auditOperation<H>(deps: Deps, target: AuditedOperation, handler: H): H {
  const run = handler as Handler;
  const read = target.method === 'GET' ? personalRead(target.operationId) : null;
  const auditRead: Handler = async (c, next) => {
    const reason = readReason(c, read, target.operationId);
    const answer = await run(c, next);
    const ids = answer.status < 400 ? idsIn(c.get('answered')) : [];
    const action = `read.${target.operationId}`;
    await deps.platform.record(await createEntry(c, { action, detail: { reason, shown: ids } }));
    return answer;
  };
  const auditAct: Handler = async (c, next) => {
    const action = `ops.${target.operationId}`;
    const { acts: openActs } = deps.platform;
    const id = await openActs.begin(
      await createEntry(c, { action, detail: await describeBody(c) }),
    );
    // When the outcome cannot be written, the act stays open and the next round closes it.
    const leaveOpen = () => undefined;
    try {
      const answer = await duringAct(id, () => run(c, next));
      deps.failPoint('before-act-ended');
      await openActs.end(id, 'answered', { status: answer.status }).catch(leaveOpen);
      return answer;
    } catch (error) {
      await endAct(deps, { id, action }, error).catch(leaveOpen);
      throw error;
    }
  };
  if (target.method === 'GET') return (read === null ? run : auditRead) as H;
  return auditAct as H;
}

function readReason(c: Context<AppEnv>, read: PersonalRead | null, operationId: string): string {
  const reason = c.req.header(REASON)?.trim() ?? '';
  if (reason === '' && read === 'work_item') return `the work of ${operationId}`;
  if (reason !== '' && reason.length <= MAX_REASON) return reason;
  const [code, message] =
    reason === ''
      ? (['missing_parameter', 'Say why you look at personal data.'] as const)
      : (['invalid_parameter', `Expected at most ${MAX_REASON} characters.`] as const);
  const errors = [{ pointer: 'X-Audit-Reason', code, message }];
  throw new Problem(code, `The header X-Audit-Reason: ${message}`, { errors });
}

/**
 * Records the end of an act without an answer: a refusal as such; after a fault, the outcome that
 * the databases show.
 */
async function endAct(deps: Deps, act: Pick<OpenAct, 'id' | 'action'>, error: unknown) {
  const { environments, platform } = deps;
  const ledgers = everyOf(environments).map(({ ledger }) => ledger);
  const code = codeOf(error);
  if (statusOf(error) >= INTERNAL_STATUS) return closeAct({ platform, ledgers }, act, { code });
  const databases = findMarkedDatabases({ platform, ledgers }, act.id);
  const detail = { code, ...(databases.length > 0 ? { written: databases } : {}) };
  return platform.acts.end(act.id, 'refused', detail);
}

interface AuditedAct {
  readonly action: string;
  readonly detail: object;
}

async function createEntry(c: Context<AppEnv>, { action, detail }: AuditedAct) {
  const query = c.req.query();
  const params = c.req.param() as Record<string, string>;
  return {
    actor: requireOperatorId(c),
    action,
    objectId: Object.values(params)[0]?.slice(0, 64) ?? '-',
    environment: await readEnvironment(c),
    detail: {
      requestId: c.get('requestId'),
      ...sessionField(c),
      ...(Object.keys(query).length > 0 ? { query } : {}),
      ...detail,
    },
  };
}

function requireOperatorId(c: Context<AppEnv>): string {
  const caller = c.get('caller');
  if (caller?.kind !== 'operator') throw new Problem('not_found');
  return caller.operatorId;
}

/** Returns the id of the browser session, for requests from the console. */
function sessionField(c: Context<AppEnv>): { session?: string } {
  const caller = c.get('caller');
  if (caller?.kind !== 'operator' || caller.sessionId === undefined) return {};
  return { session: caller.sessionId };
}

async function readEnvironment(c: Context<AppEnv>): Promise<EnvironmentName | null> {
  const environment = c.req.query('environment') ?? (await readJson(c)).environment;
  return environment === 'sandbox' || environment === 'production' ? environment : null;
}

async function readJson(c: Context<AppEnv>): Promise<Record<string, unknown>> {
  if (c.req.method === 'GET') return {};
  const text = await c.req.text();
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

/** Returns the body without its personal fields, and the hash of the whole body. */
async function describeBody(c: Context<AppEnv>): Promise<object> {
  const body = await readJson(c);
  const fields = Object.entries(body).filter(([field, value]) => {
    return !UNRECORDED_FIELDS.has(field) && field !== 'environment' && isPlain(value);
  });
  const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  return { ...Object.fromEntries(fields), bodyHash };
}

function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.length <= 100 && value.every(isPlain);
  if (typeof value === 'string') return value.length <= MAX_TEXT;
  return value === null || typeof value === 'number' || typeof value === 'boolean';
}

/**
 * Returns the ids of the objects in an answer.
 * @param answered undefined when it is not JSON
 */
function idsIn(answered: unknown): string[] {
  const body = (answered ?? {}) as { id?: unknown; data?: unknown };
  const objects = Array.isArray(body.data) ? (body.data as { id?: unknown }[]) : [body];
  return objects.flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
}

const INTERNAL_STATUS = 500;

function statusOf(error: unknown): number {
  if (error instanceof Problem || error instanceof Refusal) return CATALOGUE[error.code].status;
  return INTERNAL_STATUS;
}

function codeOf(error: unknown): string {
  if (error instanceof Problem || error instanceof Refusal) return error.code;
  return 'internal_error';
}
