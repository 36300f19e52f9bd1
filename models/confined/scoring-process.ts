// The process that scores rows with developers' files. It reads files and rows from descriptor 3,
// writes scores there, and has no environment, no network and no other file. Whatever a file does,
// the bank receives an answer or the end of this process.

import { Socket } from 'node:net';
import { FILE_DESCRIPTOR } from '../confinement/bounds.ts';
import type { Signature } from '../gate/inspect.ts';
import type { InferenceSession } from '../onnx-runtime.ts';
import { openModelFile, readProbability, runModel } from '../run-model.ts';
import { createFrameReader, encodeFrame, type Frame } from './frames.ts';

/** A file of 32 MB, or the rows of one call. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

export interface LoadOrder {
  readonly kind: 'load';
  readonly sha256: string;
  readonly signature: Signature;
  readonly columns: number;
}

export interface ScoreOrder {
  readonly kind: 'score';
  readonly sha256: string;
  readonly rows: number;
  /**
   * True to score row by row, so that neighbouring rows do not change the last bits of an answer.
   */
  readonly isRowByRow: boolean;
}

export interface DropOrder {
  readonly kind: 'drop';
  readonly sha256: string;
}

export type Order = LoadOrder | ScoreOrder | DropOrder;

/** Messages of this process; scores are 64-bit floats in the body. */
export type ProcessMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly micros: number }
  | { readonly kind: 'failed'; readonly message: string };

interface LoadedModel {
  readonly session: InferenceSession;
  readonly signature: Signature;
  readonly columns: number;
}

const loadedModels = new Map<string, LoadedModel>();
const socket = new Socket({ fd: FILE_DESCRIPTOR, readable: true, writable: true });
// The bank has ended, or closed this process.
socket.on('end', () => process.exit(0));
socket.on('error', () => process.exit(1));

function sendMessage(message: ProcessMessage, body?: Uint8Array): void {
  for (const part of encodeFrame(message, body)) socket.write(part);
}

let lastOrder = Promise.resolve();
const addBytes = createFrameReader(MAX_BODY_BYTES, (frame) => {
  lastOrder = lastOrder.then(() => answer(frame));
});
socket.on('data', (chunk: Buffer) => addBytes(chunk));
// Only the bank reads the channel from now on.
process.stdin.once('end', () => sendMessage({ kind: 'ready' })).resume();

async function answer({ header, body }: Frame): Promise<void> {
  const order = header as unknown as Order;
  try {
    const startedAt = performance.now();
    const before = process.cpuUsage();
    const scores = await carryOut(order, body);
    const { user, system } = process.cpuUsage(before);
    // This process yields to all others: time spent waiting for them does not count as the model's.
    const micros = Math.round(Math.min((performance.now() - startedAt) * 1_000, user + system));
    sendMessage({ kind: 'done', micros }, scores ? new Uint8Array(scores.buffer) : undefined);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    sendMessage({ kind: 'failed', message: message.slice(0, 500) });
  }
}

async function carryOut(order: Order, body: Buffer): Promise<Float64Array | null> {
  if (order.kind === 'score') return score(order, body);
  await loadedModels.get(order.sha256)?.session.release();
  loadedModels.delete(order.sha256);
  if (order.kind === 'drop') return null;
  const { signature, columns } = order;
  const session = await openModelFile(body);
  loadedModels.set(order.sha256, { session, signature, columns });
  return null;
}

async function score(
  { sha256, rows, isRowByRow }: ScoreOrder,
  body: Buffer,
): Promise<Float64Array> {
  const model = loadedModels.get(sha256);
  if (!model) throw new Error('the file is not loaded');
  const values = new Float32Array(new Uint8Array(body).buffer);
  const { columns } = model;
  if (values.length !== rows * columns) throw new Error('the rows do not fit the file');
  if (!isRowByRow) return ask(model, values);
  const scores = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    const [output = Number.NaN] = await ask(
      model,
      values.slice(row * columns, (row + 1) * columns),
    );
    scores[row] = output;
  }
  return scores;
}

async function ask(model: LoadedModel, values: Float32Array): Promise<Float64Array> {
  const { session, signature, columns } = model;
  const rows = columns === 0 ? 0 : values.length / columns;
  const answered = await runModel(session, signature, { values, rows });
  return Float64Array.from({ length: rows }, (_, row) => readProbability(answered, signature, row));
}
