import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readArtifact, readArtifactForest, SHIPPED_FOLDER } from '../../models/artifact.ts';
import { explainForest } from '../../models/explain/tree-shap.ts';
import { CREDIT_FEATURES, computeCreditFeatures } from '../../models/features/credit-features.ts';
import { VERSIONS } from '../../models/learn/train/build-artifact.ts';
import { createRandom, type Random } from '../../models/learn/train/random.ts';
import { computeMargin } from '../../models/learn/train/tree.ts';
import { openSession } from '../../models/session.ts';

const shipped = readdirSync(SHIPPED_FOLDER).flatMap((name) =>
  readdirSync(join(SHIPPED_FOLDER, name)).map((version) => [name, version] as const),
);

test('the artefacts of the specification are shipped', () => {
  expect(shipped.map((item) => item.join('@')).sort()).toEqual(
    expect.arrayContaining([
      'credit-scoring@3.0.0',
      'credit-scoring@3.2.0',
      'fraud-detection@2.1.0',
      'fraud-detection@2.4.0',
      'risk-assessment@2.5.0',
    ]),
  );
});

describe.each(shipped)('%s %s', (name, version) => {
  const artifact = readArtifact(SHIPPED_FOLDER, name, version);
  const { card, model } = artifact;
  const rowOf = (features: readonly (number | null)[]) =>
    features.map((value) => value ?? Number.NaN);

  test('is small, and matches its card', () => {
    expect(model.length).toBe(card.artifact.bytes);
    expect(model.length).toBeLessThan(1_000_000);
    expect(statSync(join(SHIPPED_FOLDER, name, version, 'covers.json')).size).toBeLessThan(500_000);
    expect(card.notFor.length).toBeGreaterThan(0);
    expect(card.limits.length).toBeGreaterThan(0);
    expect(card.data.licence).toMatch(/CC0|CC BY|Apache|own/);
  });

  test('gives the golden scores', async () => {
    const session = await openSession(model, card.features.length);
    expect(card.golden).toHaveLength(50);
    for (const { features, probability } of card.golden) {
      const input = await session.score(rowOf(features));
      expect(Math.abs(input - probability)).toBeLessThan(card.artifact.tolerance);
    }
    await session.close();
  });

  test("has golden rows on both sides of its trees' splits", () => {
    const splits = new Set<string>();
    for (const { feature, threshold } of readArtifactForest(artifact).trees) {
      for (const [node, column] of feature.entries()) {
        splits.add(`${column}:${Math.fround(threshold[node]!)}`);
      }
    }
    const onSplits = card.golden.filter(({ features }) =>
      features.some(
        (value, index) => value !== null && splits.has(`${index}:${Math.fround(value)}`),
      ),
    );
    expect(onSplits.length).toBeGreaterThanOrEqual(15);
  });

  test('is explained by its own trees', () => {
    const forest = readArtifactForest(artifact);
    for (const { features } of card.golden) {
      const { expected, parts } = explainForest(forest, rowOf(features));
      expect(parts).toHaveLength(card.features.length);
      const sum = parts.reduce((total, part) => total + part, expected);
      expect(sum).toBeCloseTo(computeMargin(forest, rowOf(features)), 11);
    }
  });

  test('beats its baseline and the majority beyond its confidence interval', () => {
    const { measured, baseline } = card;
    expect(measured.areaUnderRoc.low).toBeGreaterThan(baseline.areaUnderRoc.high);
  });
});

test('the scores of fraud-detection 2.4.0 do not depend on the hour of the day', async () => {
  const { card, model } = readArtifact(SHIPPED_FOLDER, 'fraud-detection', '2.4.0');
  const hour = card.features.findIndex(({ name }) => name === 'hour');
  const session = await openSession(model, card.features.length);
  for (const { features } of card.golden) {
    const row = features.map((value) => value ?? Number.NaN);
    const scoresByHour = Array.from({ length: 24 }, (_, value) =>
      session.score(row.with(hour, value)),
    );
    expect(new Set(await Promise.all(scoresByHour)).size).toBe(1);
  }
  await session.close();
});

describe('in fraud-detection 2.4.0', () => {
  const { card, model } = readArtifact(SHIPPED_FOLDER, 'fraud-detection', '2.4.0');
  const names = card.features.map(({ name }) => name);
  const columnOf = (name: string) => names.indexOf(name);
  const ROWS = 2_000;

  /** Returns the number of rows that score higher after a change that must not raise the score. */
  async function comparePairs(change: (row: number[], random: Random) => number[]) {
    const random = createRandom(31);
    const bases = Array.from({ length: ROWS }, () => {
      const golden = card.golden[Math.floor(random.next() * card.golden.length)];
      // Values of training rows in new combinations: no row was used for the training.
      return (golden?.features ?? []).map((_, index) => {
        const other = card.golden[Math.floor(random.next() * card.golden.length)]?.features[index];
        return (other ?? Number.NaN) * (random.next() < 0.5 ? 1 : 4 * random.next());
      });
    });
    const session = await openSession(model, names.length);
    const scoreAll = (rows: readonly number[][]) =>
      session.scoreRows(Float32Array.from(rows.flat()));
    const before = [...(await scoreAll(bases))];
    const after = await scoreAll(bases.map((row) => change([...row], random)));
    await session.close();
    return before.filter((score, index) => (after[index] ?? 1) > score + 1e-6).length;
  }

  test('a payee who was paid before never raises the score', async () => {
    expect(await comparePaid()).toBe(0);
  });

  async function comparePaid(): Promise<number> {
    const random = createRandom(37);
    const unpaid: number[][] = [];
    const paid: number[][] = [];
    for (let count = 0; count < ROWS; count++) {
      const row = names.map((_, index) => {
        const golden = card.golden[Math.floor(random.next() * card.golden.length)];
        return golden?.features[index] ?? Number.NaN;
      });
      const first = row.with(columnOf('paidBefore'), 0);
      const never = first
        .with(columnOf('daysSincePayeeIsKnown'), Number.NaN)
        .with(columnOf('amountToPayeeMean'), Number.NaN);
      unpaid.push(never);
      paid.push(
        never
          .with(columnOf('paidBefore'), 1 + Math.floor(30 * random.next()))
          .with(columnOf('daysSincePayeeIsKnown'), 200 * random.next())
          .with(columnOf('amountToPayeeMean'), 10 * random.next()),
      );
    }
    const session = await openSession(model, names.length);
    const before = [...(await session.scoreRows(Float32Array.from(unpaid.flat())))];
    const after = await session.scoreRows(Float32Array.from(paid.flat()));
    await session.close();
    return before.filter((score, index) => (after[index] ?? 1) > score + 1e-6).length;
  }

  test.each(['accountAgeDays', 'paidBefore', 'daysSincePayeeIsKnown'])(
    'more of %s never raises the score',
    async (name) => {
      const column = columnOf(name);
      const worse = await comparePairs((row, random) =>
        row.with(column, (row[column] ?? 0) + 100 * random.next()),
      );
      expect(worse).toBe(0);
    },
  );

  test('a larger amount never lowers the score', async () => {
    const moving = [
      ...['amountReference', 'amountToOwnMean', 'amountToOwnLargest', 'balanceDrained'],
      ...['dayToUsualDay', 'passedThrough24h', 'amountToPayeeMean'],
    ].map(columnOf);
    const worse = await comparePairs((row, random) => {
      const share = random.next();
      return row.map((value, index) => (moving.includes(index) ? share * value : value));
    });
    expect(worse).toBe(0);
  });
});

test('a replaced model file, covers file or card is refused', () => {
  const [name, version] = shipped[0]!;
  const changeFile = (file: string, change: (text: Buffer) => Buffer) => {
    const root = mkdtempSync(join(tmpdir(), 'kontor-artifact-'));
    try {
      cpSync(join(SHIPPED_FOLDER, name, version), join(root, name, version), { recursive: true });
      const path = join(root, name, version, file);
      writeFileSync(path, change(readFileSync(path)));
      return () => readArtifact(root, name, version);
    } finally {
      setImmediate(() => rmSync(root, { recursive: true, force: true }));
    }
  };
  const flip = (bytes: Buffer) => {
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 40) ^ 1, bytes.length - 40);
    return bytes;
  };
  expect(changeFile('model.onnx', flip)).toThrow('hash of the model file differs');
  expect(changeFile('covers.json', flip)).toThrow('hash of the covers differs');
  const rename = (bytes: Buffer) => Buffer.from(bytes.toString().replaceAll(version, '9.9.9'));
  expect(changeFile('card.json', rename)).toThrow('card of another model');
});

test('the library versions on the cards are the installed ones', () => {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(manifest.dependencies).toMatchObject({
    protobufjs: VERSIONS.protobufjs,
    'onnxruntime-node': VERSIONS['onnxruntime-node'],
  });
});

describe('the credit model', () => {
  test('has no protected attribute among its features', () => {
    const names = CREDIT_FEATURES.map(({ name }) => name);
    expect(names).toEqual([
      'income',
      'employmentYears',
      'loanAmount',
      'loanToIncome',
      'hasDefaulted',
      'creditHistoryYears',
      'homeOwnership',
      'purpose',
    ]);
    const words = JSON.stringify(CREDIT_FEATURES).toLowerCase();
    expect(words).not.toMatch(/\b(sex|gender|marital|age|nationality|religion|postcode)\b/);
  });

  test('gets an application as a row in the order of its features', () => {
    const row = computeCreditFeatures({
      income: 50_000,
      employmentYears: null,
      loanAmount: 10_000,
      purpose: 'medical',
      homeOwnership: 'rent',
      hasDefaulted: true,
      creditHistoryYears: 4,
    });
    expect(row).toEqual([50_000, Number.NaN, 10_000, 0.2, 1, 4, 3, 4]);
  });
});
