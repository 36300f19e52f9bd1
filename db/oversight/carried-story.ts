// The history of background work for an operator, by the id of the work: the past steps, and the
// next one. It contains no text that people typed, and no address.

import type { Carried } from '../../ledger/carried.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { type CarriedWork, findCarried } from './stuck.ts';

interface Step {
  /** Milliseconds since 1970 UTC; null: the time is not recorded. */
  readonly at: number | null;
  readonly what: string;
}

export interface CarriedStory extends CarriedWork {
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The past steps, earliest first. */
  readonly happened: readonly Step[];
  readonly next: string;
  /** Ids of related objects. */
  readonly related: readonly string[];
}

interface Story {
  readonly happened: readonly (Step | null)[];
  readonly next: string;
  readonly related?: readonly (string | null)[];
}

type Row = Readonly<Record<string, string | number | null>> & {
  readonly createdAt: number;
  readonly updatedAt: number;
};

interface Teller {
  /** SQL for the columns besides id, status and times. */
  readonly columns: string;
  readonly table: string;
  tell(row: Row, work: CarriedWork): Story;
}

const OVER = 'Nothing: it is over.';
const ended = ({ updatedAt }: Row, what: string): Step => ({ at: updatedAt, what });

const NEXT_BY_STATUS: Readonly<Record<string, string>> = {
  pending_review: 'A person of the bank decides about its risk.',
  pending_approval: 'A second person approves or denies it.',
  requires_confirmation: 'Its customer confirms it with a second factor, or its time runs out.',
};

const NEXT_BY_STAGE: Readonly<Record<string, string>> = {
  accepted: 'It is decided and booked.',
  validate: 'Its day begins; nothing is held until then.',
  place_hold: 'Its developer captures or cancels it, or the time of its hold is over.',
  submitting: 'It is given to its network.',
  submitted: 'Its network settles it, or sends it back.',
};

/** The timeline of a transaction shows further steps. */
const transaction: Teller = {
  table: 'transactions',
  columns: 'stage',
  tell: (row, { status, isOpen }) => ({
    happened: [ended(row, `It is ${status}, at the stage ${row.stage}.`)],
    next: isOpen
      ? (NEXT_BY_STATUS[status] ?? NEXT_BY_STAGE[String(row.stage)] ?? 'It is settled.')
      : OVER,
  }),
};

const batch: Teller = {
  table: 'batches',
  columns: `mode, total, decided, posted, declined, failed, travelling,
    refused_index AS refusedIndex, refused_code AS refusedCode, completed_at AS completedAt`,
  tell(row, { status, isOpen }) {
    const { total, posted, declined, failed, travelling } = row;
    const counts = `${posted} of ${total} posted, ${declined} declined, ${failed} failed`;
    const left = Number(total) - Number(row.decided);
    const refused =
      row.refusedCode === null ? null : `Item ${row.refusedIndex} was refused: ${row.refusedCode}.`;
    return {
      happened: [
        Number(row.decided) > 0 ? ended(row, `Items: ${counts}.`) : null,
        refused === null ? null : ended(row, refused),
        isOpen ? null : { at: Number(row.completedAt ?? row.updatedAt), what: `It is ${status}.` },
      ],
      next: isOpen
        ? `${left} of ${total} items are still to be decided, slice after slice.`
        : Number(travelling) > 0
          ? `${travelling} items are with their networks, which settle them or send them back.`
          : OVER,
    };
  },
};

const NEXT_OF_EXECUTION: Readonly<Record<string, string>> = {
  queued: 'The chain is asked whether it would succeed.',
  simulated: 'Its hold is checked, and the signer sends it.',
  submitted: 'The chain puts it into a block; the signer offers more where that takes long.',
  included: 'Its block becomes final, and its hold is booked or freed.',
};

const execution: Teller = {
  table: 'contract_executions',
  columns: `contract, function, status_code AS statusCode, transaction_id AS transactionId,
    settlement, receipt`,
  tell(row, { status, isOpen }) {
    const { contract, receipt, statusCode, settlement } = row;
    const hash = receipt === null ? null : JSON.parse(String(receipt)).transactionHash;
    const why = statusCode === null ? '' : ` (${statusCode})`;
    const money = settlement === 'none' ? '' : ` Its hold: ${settlement}.`;
    return {
      happened: [
        { at: row.createdAt, what: `${contract}, function ${row.function}.` },
        hash === null ? null : ended(row, `Sent as ${hash}.`),
        ended(row, `It is ${status}${why}.${money}`),
      ],
      next: isOpen ? (NEXT_OF_EXECUTION[status] ?? 'The chain is asked about it.') : OVER,
      related: [row.transactionId ?? null] as (string | null)[],
    };
  },
};

/** Answers of mail servers contain addresses, so only the code is shown. */
function mailFault(error: string): string {
  const [code] = /\b[45]\d\d\b/.exec(error) ?? [];
  return code === undefined ? 'The mail server was not reached.' : `The mail server said ${code}.`;
}

const mail: Teller = {
  table: 'mails',
  columns: 'kind, subject_id AS subjectId, attempts, last_error AS lastError',
  tell(row, { status, isOpen }) {
    const { kind, attempts, lastError } = row;
    const tries = `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`;
    return {
      happened: [
        { at: row.createdAt, what: `A mail about: ${String(kind).replaceAll('_', ' ')}.` },
        Number(attempts) > 0 ? ended(row, `${tries} so far.`) : null,
        lastError === null ? null : ended(row, mailFault(String(lastError))),
        isOpen ? null : ended(row, `It is ${status}.`),
      ],
      next: isOpen ? 'It is tried again, for a day, at growing intervals.' : OVER,
      related: [row.subjectId === undefined ? null : String(row.subjectId)],
    };
  },
};

const training: Teller = {
  table: 'training_jobs',
  columns: `name, label, stage, round, rounds, error, version_id AS versionId,
    started_at AS startedAt, completed_at AS completedAt`,
  tell(row, { status, isOpen }) {
    const { name, label, stage, round, rounds, error, startedAt } = row;
    const code = error === null ? null : (JSON.parse(String(error)) as { code: string }).code;
    const far = Number(rounds) > 0 ? `, round ${round} of ${rounds}` : '';
    const why = code === null ? '' : ` (${code})`;
    return {
      happened: [
        { at: row.createdAt, what: `A training of ${name} ${label}.` },
        startedAt === null ? null : { at: Number(startedAt), what: 'A process began to train.' },
        isOpen
          ? ended(row, `Stage ${stage}${far}.`)
          : { at: Number(row.completedAt ?? row.updatedAt), what: `It is ${status}${why}.` },
      ],
      next: isOpen
        ? 'What it makes passes the gate of every model file, and is registered as a version.'
        : OVER,
      related: [row.versionId === null ? null : String(row.versionId)],
    };
  },
};

const TELLERS: Readonly<Record<Carried, Teller>> = {
  transaction,
  batch,
  execution,
  mail,
  trainingJob: training,
};

/** Returns work with its history, or null when this ledger has no work with this id. */
export function readCarried(ledger: ReadLedger, id: string): CarriedStory | null {
  const work = findCarried(ledger, id);
  if (!work) return null;
  const { table, columns, tell } = TELLERS[work.kind];
  const row = ledger.database.raw
    .prepare<[string], Row>(
      `SELECT ${columns}, created_at AS createdAt, updated_at AS updatedAt
       FROM ${table} WHERE id = ?`,
    )
    .get(id);
  if (!row) return null;
  const { createdAt, updatedAt } = row;
  const { happened, next, related = [] } = tell(row, work);
  const accepted = { at: createdAt, what: 'It was accepted.' };
  const steps = [accepted, ...happened.filter((step) => step !== null)];
  return {
    ...work,
    createdAt,
    updatedAt,
    happened: steps,
    next,
    related: related.filter((one) => one !== null),
  };
}
