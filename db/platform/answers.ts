// The stored answers of platform requests, which are repeated for an Idempotency-Key.

import type { WritableDatabase } from '../kernel/connect.ts';

export interface AnswerKey {
  readonly owner: string;
  /** Method and path. */
  readonly operation: string;
  readonly key: string;
  readonly requestHash: Buffer;
}

export interface StoredAnswer {
  readonly requestHash: Buffer;
  readonly status: number;
  readonly sealedBody: string;
}

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Reads and writes the stored answers. */
export function createAnswerStore({ raw, write }: Pick<WritableDatabase, 'raw' | 'write'>) {
  const find = raw.prepare<[string, string, string, number], StoredAnswer>(
    `SELECT request_hash AS requestHash, status, sealed_body AS sealedBody FROM answers
     WHERE owner = ? AND operation = ? AND key = ? AND created_at > ?`,
  );
  const insert = raw.prepare('INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?, ?, ?)');
  const prune = raw.prepare('DELETE FROM answers WHERE created_at <= ?');
  return {
    findAnswer: ({ owner, operation, key }: AnswerKey, now: number) =>
      find.get(owner, operation, key, now - KEPT_MS) ?? null,
    keepAnswer: (answer: AnswerKey & Omit<StoredAnswer, 'requestHash'>, now: number) =>
      write(() => {
        prune.run(now - KEPT_MS);
        const { owner, operation, key, requestHash, status, sealedBody } = answer;
        insert.run(owner, operation, key, requestHash, status, sealedBody, now);
      }),
  };
}
