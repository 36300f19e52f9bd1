// Recorded workflow histories as files. Each is the protobuf message `History` as JSON, with the id
// of its workflow and without data about the machine that recorded it. The SDK's own JSON functions
// need one copy of protobufjs in the whole tree, and npm installs two.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { History } from '@temporalio/common/lib/proto-utils.js';

const FOLDER = fileURLToPath(new URL('../../histories', import.meta.url));

interface HistoryMessage {
  fromObject(plain: object): History;
  toObject(history: History, options: object): object;
}

// The SDK contains the messages but does not export them.
const here = createRequire(import.meta.url);
const { temporal } = createRequire(here.resolve('@temporalio/common'))('@temporalio/proto') as {
  temporal: { api: { history: { v1: { History: HistoryMessage } } } };
};
const message = temporal.api.history.v1.History;

export interface SavedHistory {
  readonly release: string;
  /** Name of the path through the workflow. */
  readonly name: string;
  readonly workflowId: string;
  readonly history: History;
}

/** Reads all recorded histories, the oldest release first. */
export function readHistories(): SavedHistory[] {
  return readdirSync(FOLDER).flatMap((release) =>
    readdirSync(join(FOLDER, release)).map((file) => {
      const saved = JSON.parse(readFileSync(join(FOLDER, release, file), 'utf8'));
      return {
        release,
        name: file.replace(/\.json$/, ''),
        workflowId: saved.workflowId,
        history: message.fromObject({ events: saved.events }),
      };
    }),
  );
}

/**
 * Replaces the histories saved for a release.
 * @param only replaces these names alone; by default all, and other names are deleted
 */
export function writeHistories(
  release: string,
  all: readonly Omit<SavedHistory, 'release'>[],
  only: readonly string[] = [],
) {
  const folder = join(FOLDER, release);
  if (only.length === 0) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { name, workflowId, history } of all) {
    if (only.length > 0 && !only.includes(name)) continue;
    const plain = message.toObject(history, { longs: String, enums: String, bytes: String });
    const text = JSON.stringify({ workflowId, ...(removeMachineFields(plain) as object) }, null, 1);
    writeFileSync(join(folder, `${name}.json`), `${text}\n`);
  }
}

/** Removes the fields that identify the recording machine, which a replay does not read. */
function removeMachineFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(removeMachineFields);
  if (value === null || typeof value !== 'object') return value;
  const fields = Object.entries(value).filter(([name]) => name !== 'stackTrace');
  return Object.fromEntries(
    fields.map(([name, part]) => [
      name,
      name === 'identity' ? 'recorder' : removeMachineFields(part),
    ]),
  );
}
