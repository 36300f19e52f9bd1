// The workflow of a training, as an operator sees it.

import { MINUTE_MS } from '../../ledger/durations.ts';
import { type BackgroundKind, ENDED_TEXT, lastStep } from '../oversight/background-kind.ts';

export const TRAINING_WORK: BackgroundKind = {
  kind: 'trainingJob',
  table: 'training_jobs',
  open: "status IN ('queued', 'running')",
  withinMs: 120 * MINUTE_MS,
  object: 'training_job',
  columns: `name, label, stage, round, rounds, error, version_id AS versionId,
    started_at AS startedAt, completed_at AS completedAt`,
  describe(row, { status, isOpen }) {
    const { name, label, stage, round, rounds, error, startedAt } = row;
    const code = error === null ? null : (JSON.parse(String(error)) as { code: string }).code;
    const roundText = Number(rounds) > 0 ? `, round ${round} of ${rounds}` : '';
    const codeText = code === null ? '' : ` (${code})`;
    return {
      happened: [
        { at: row.createdAt, what: `A training of ${name} ${label}.` },
        startedAt === null ? null : { at: Number(startedAt), what: 'A process began to train.' },
        isOpen
          ? lastStep(row, `Stage ${stage}${roundText}.`)
          : { at: Number(row.completedAt ?? row.updatedAt), what: `It is ${status}${codeText}.` },
      ],
      next: isOpen
        ? 'Its model passes the gate of all model files, and is registered as a version.'
        : ENDED_TEXT,
      related: [row.versionId === null ? null : String(row.versionId)],
    };
  },
};
