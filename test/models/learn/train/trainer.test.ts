import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { readArtifact } from '../../../../models/artifact.ts';
import type { Feature } from '../../../../models/card.ts';
import { BOOSTING_DEFAULTS } from '../../../../models/learn/train/boosted-trees.ts';
import {
  artifactFolderOf,
  parseRows,
  readRows,
  type TrainingJob,
} from '../../../../models/learn/train/job.ts';
import { rowOf } from '../../../../models/learn/train/matrix.ts';
import { startTrainer } from '../../../../models/learn/train/start-trainer.ts';
import { openSession } from '../../../../models/session.ts';
import { makeExamples } from '../../../kit/models/model-data.ts';
import { isDeep } from '../../../kit/suite/tier.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const data = makeExamples({ rows: 2_000, columns: 4, seed: 12, missingShare: 0.1 });
const FEATURES: Feature[] = ['a', 'b', 'c', 'd'].map((name) => {
  const anyValue = { unit: '', meaning: name, min: null, max: null } as const;
  return { name, ...anyValue, mayBeMissing: true, monotone: 0 };
});
const ROWS = Array.from({ length: data.x.rows }, (_, index) => {
  const [a, b, c, d] = Array.from(rowOf(data.x, index), (v) => (Number.isNaN(v) ? null : v));
  return { a, b, c, d, bad: data.y[index] };
});
const JOB: TrainingJob = {
  blueprint: {
    name: 'trial',
    version: '1.0.0',
    title: 'Trial',
    predicts: 'bad',
    intendedFor: 'a test',
    notFor: ['anything else'],
    limits: ['made up'],
    stated: null,
    features: FEATURES,
    learner: {
      kind: 'boosted-trees',
      options: { ...BOOSTING_DEFAULTS, rounds: 60, leaves: 8, patience: 60 },
    },
    calibration: 'platt',
    falsePositiveShare: null,
  },
  dataName: 'made-up rows',
  licence: 'own',
  labelField: 'bad',
  timeField: null,
  shares: { validation: 0.2, holdout: 0.2 },
  checkpointEvery: 5,
};

function jobFolder(job: TrainingJob = JOB, rows: readonly unknown[] = ROWS): string {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-training-'));
  folders.push(folder);
  writeFileSync(join(folder, 'job.json'), JSON.stringify(job));
  writeFileSync(join(folder, 'rows.ndjson'), rows.map((row) => JSON.stringify(row)).join('\n'));
  return folder;
}

const bytesOf = (folder: string) =>
  ['model.onnx', 'card.json', 'covers.json'].map((file) =>
    readFileSync(join(artifactFolderOf(folder), 'trial', '1.0.0', file)).toString('base64'),
  );

describe('a training in a separate process', () => {
  test('reports every round and leaves an artefact that scores', async () => {
    const folder = jobFolder();
    const rounds: number[] = [];
    const trainer = startTrainer(folder, ({ stage, round }) => {
      if (stage === 'training') rounds.push(round);
    });
    expect(await trainer.end).toEqual({ kind: 'trained', name: 'trial', version: '1.0.0' });
    expect(rounds).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
    const { card, model } = readArtifact(artifactFolderOf(folder), 'trial', '1.0.0');
    const session = await openSession(model, 4);
    const [golden] = card.golden;
    const features = golden!.features.map((value) => value ?? Number.NaN);
    expect(await session.score(features)).toBeCloseTo(golden!.probability, 5);
    await session.close();
  });

  // unwind-training.test.ts proves it with the workflow around it.
  test.runIf(isDeep)(
    'killed and restarted resumes from its checkpoint and ends in the same bytes',
    async () => {
      const uninterrupted = jobFolder();
      await startTrainer(uninterrupted, () => {}).end;
      const interrupted = jobFolder();
      const first = startTrainer(interrupted, ({ round }) => {
        if (round === 33) first.kill();
      });
      await expect(first.end).rejects.toThrow('SIGKILL');
      const seen: number[] = [];
      const second = startTrainer(interrupted, ({ round }) => seen.push(round));
      expect((await second.end).kind).toBe('trained');
      const started = seen.find((round) => round > 0)!;
      expect(started).toBeGreaterThan(5);
      expect(started).toBeLessThanOrEqual(56);
      expect(bytesOf(interrupted)).toEqual(bytesOf(uninterrupted));
    },
  );

  test('stops between two rounds when canceled, and keeps the learnt rounds', async () => {
    const folder = jobFolder();
    const trainer = startTrainer(folder, ({ round }) => {
      if (round === 3) trainer.cancel();
    });
    const end = await trainer.end;
    expect(end.kind).toBe('canceled');
    const seen: number[] = [];
    await startTrainer(folder, ({ round }) => seen.push(round)).end;
    expect(seen.find((round) => round > 0)).toBe((end as { round: number }).round + 1);
  });

  test('does not use a checkpoint of other rows', async () => {
    const folder = jobFolder();
    const trainer = startTrainer(folder, ({ round }) => {
      if (round === 7) trainer.cancel();
    });
    await trainer.end;
    const fewer = ROWS.slice(0, 1_500).map((row) => JSON.stringify(row));
    writeFileSync(join(folder, 'rows.ndjson'), fewer.join('\n'));
    const seen: number[] = [];
    await startTrainer(folder, ({ round }) => seen.push(round)).end;
    expect(seen.find((round) => round > 0)).toBe(1);
  });

  test('reports invalid rows by row and field, and leaves nothing behind', async () => {
    const folder = jobFolder(JOB, [...ROWS, { a: 'x', bad: 1 }, { a: 1, bad: 7 }]);
    const end = await startTrainer(folder, () => {}).end;
    expect(end).toMatchObject({
      kind: 'refused',
      faults: [
        { row: 2_000, field: 'a', code: 'wrong_type' },
        { row: 2_001, field: 'bad', code: 'wrong_label' },
      ],
    });
    expect(() => readArtifact(artifactFolderOf(folder), 'trial', '1.0.0')).toThrow();
  });

  test.each([
    ['leakage_suspected', ROWS.map((row) => ({ ...row, d: row.bad }))],
    ['one_class_only', ROWS.map((row) => ({ ...row, bad: 1 }))],
    ['dataset_too_small', ROWS.slice(0, 10)],
    ['duplicate_columns', ROWS.map((row) => ({ ...row, d: row.a }))],
  ])('refuses data with %s', async (code, rows) => {
    const end = await startTrainer(jobFolder(JOB, rows), () => {}).end;
    expect(end.kind).toBe('unfit');
    const findings = end.kind === 'unfit' ? end.findings : [];
    expect(findings.map((finding) => finding.code)).toContain(code);
  });
});

test('a logistic regression of a time-ordered job is trained the same way', async () => {
  const rows = ROWS.map((row, index) => ({ ...row, at: 1_000_000 + index }));
  const learner = { kind: 'logistic', options: { l2: 1, positiveWeight: 1 }, seed: 1 } as const;
  const blueprint = { ...JOB.blueprint, learner, calibration: 'isotonic' as const };
  const folder = jobFolder({ ...JOB, blueprint, timeField: 'at' }, rows);
  expect((await startTrainer(folder, () => {}).end).kind).toBe('trained');
  const { card, covers } = readArtifact(artifactFolderOf(folder), 'trial', '1.0.0');
  expect(covers).toBeNull();
  expect(card.learner).toMatchObject({ kind: 'logistic', calibration: 'isotonic', trees: 0 });
  expect(card.data.split).toContain('by at');
});

test('a hold-out with a single label is refused, not measured', async () => {
  const rows = ROWS.map((row, index) => ({ ...row, bad: index < 1_500 ? row.bad : 0, at: index }));
  const end = await startTrainer(jobFolder({ ...JOB, timeField: 'at' }, rows), () => {}).end;
  expect(end).toMatchObject({ kind: 'unfit', findings: [{ code: 'one_class_only' }] });
});

test('data whose rule reverses over time are refused because nothing was learnt, without a crash', async () => {
  const rows = ROWS.map((row, index) => ({
    ...row,
    bad: index < 1_200 ? row.bad : 1 - row.bad!,
    at: index,
  }));
  const end = await startTrainer(jobFolder({ ...JOB, timeField: 'at' }, rows), () => {}).end;
  expect(end).toMatchObject({ kind: 'unfit', findings: [{ code: 'nothing_learnt' }] });
});

test('a line that is not JSON is reported with its number', () => {
  expect(parseRows('{"a":1}\n\n{"a":2}\n')).toEqual([{ a: 1 }, { a: 2 }]);
  expect(() => parseRows('{"a":1}\n\n{a}')).toThrow('line 3');
});

test('an unreadable table is refused with its line or its column', () => {
  const trainOn = (text: string) => {
    const folder = mkdtempSync(join(tmpdir(), 'kontor-training-'));
    folders.push(folder);
    writeFileSync(join(folder, 'rows.csv'), text);
    return () => readRows(folder, 'csv');
  };
  expect(trainOn('a,b\n1,2\n"York,3\n4,5\n')).toThrow('line 3: a quotation mark is not closed');
  expect(trainOn('a,b\r\n1,2\r\n1,"2"x\r\n')).toThrow('line 3: text follows a closing');
  expect(trainOn('a,b,a\n1,2,3\n')).toThrow('two columns are called a');
  expect(trainOn('a,,\n1,2,3\n')).toThrow('two columns have no name');
  expect(trainOn('a,b\n1,2\n3\n')).toThrow('record 2 has 1 fields; expected 2');
});

test('invalid UTF-8 is reported with its line, and never read as another text', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-training-'));
  folders.push(folder);
  const path = join(folder, 'rows.csv');
  const lines = 'town,left\nYork,0\n'.repeat(8_000);
  writeFileSync(
    path,
    Buffer.concat([Buffer.from(lines), Buffer.from('M\u00fcnchen,1\n', 'latin1')]),
  );
  expect(() => readRows(folder, 'csv')).toThrow('line 16001 is no text in UTF-8');
  writeFileSync(path, 'town,left\nM\u00fcnchen,1\n');
  expect(readRows(folder, 'csv').rows).toMatchObject([{ town: 'M\u00fcnchen', left: 1 }]);
});
