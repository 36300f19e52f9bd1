// Samples a running process over its inspector, and sums the profile by component, in microseconds
// for each request.

import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'undici';

interface CallFrame {
  readonly functionName: string;
  readonly url: string;
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: CallFrame;
  readonly children?: readonly number[];
}

interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  /** Microseconds between samples. */
  readonly timeDeltas: readonly number[];
}

interface Profiler {
  start(): Promise<void>;
  stop(): Promise<Profile>;
}

/** Prefix of the bank's files. */
const ROOT = new URL('..', import.meta.url).href;
const SAMPLED_EVERY_US = 250;
/** Names of samples in which the thread waits. */
const IDLE_NODE = '(idle)';

interface Inspector {
  send(method: string, params?: object): Promise<unknown>;
  /** Closes the connection: a process with an open connection does not end. */
  close(): void;
}

/** Connects to the inspector of a process on loopback. */
export async function openInspector(port: number): Promise<Inspector> {
  const response = await fetch(`http://127.0.0.1:${port}/json/list`);
  const [target] = (await response.json()) as { webSocketDebuggerUrl: string }[];
  if (!target) throw new Error(`port ${port} has no process that can be profiled`);
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  const waiting = new Map<number, (result: unknown) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id?: number; result: unknown };
    if (id !== undefined) waiting.get(id)?.(result);
  });
  await new Promise((opened, failed) => {
    socket.addEventListener('open', opened);
    socket.addEventListener('error', failed);
  });
  let last = 0;
  const send = (method: string, params: object = {}) => {
    const id = ++last;
    socket.send(JSON.stringify({ id, method, params }));
    return new Promise<unknown>((resolve) => waiting.set(id, resolve));
  };
  await send('Profiler.enable');
  return { send, close: () => socket.close() };
}

/** Creates a profiler of a process on loopback. */
export async function createProfiler(port: number): Promise<Profiler> {
  const { send, close } = await openInspector(port);
  await send('Profiler.setSamplingInterval', { interval: SAMPLED_EVERY_US });
  return {
    async start() {
      await send('Profiler.start');
      await sleep(0);
    },
    async stop() {
      const { profile } = (await send('Profiler.stop')) as { profile: Profile };
      close();
      return profile;
    },
  };
}

/** Number of functions that are named for the longest stretch. */
const MAX_NAMED = 4;

/**
 * Describes the longest uninterrupted stretch of the main thread, and its work: the bank takes its
 * next request only in a pause, so this is the longest delay of a request.
 */
export function longestStretch({ nodes, samples, timeDeltas }: Profile): string {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const nameOf = (id: number) => byId.get(id)?.callFrame.functionName ?? '';
  let longest = { us: 0, from: 0, to: 0 };
  for (let from = 0, us = 0, index = 0; index < samples.length; index++) {
    if (nameOf(samples[index] as number) === IDLE_NODE) {
      from = index + 1;
      us = 0;
      continue;
    }
    us += timeDeltas[index + 1] ?? 0;
    if (us > longest.us) longest = { us, from, to: index };
  }
  const spent = new Map<string, number>();
  for (let index = longest.from; index <= longest.to; index++) {
    const { functionName, url } = byId.get(samples[index] as number)?.callFrame ?? { url: '' };
    const label = `${functionName || 'anonymous'} ${url.split('/').slice(-2).join('/')}`.trim();
    spent.set(label, (spent.get(label) ?? 0) + (timeDeltas[index + 1] ?? 0));
  }
  const labels = [...spent]
    .sort(([, a], [, other]) => other - a)
    .slice(0, MAX_NAMED)
    .map(([label, us]) => `${label} ${roundedMs(us)}`);
  return `${roundedMs(longest.us)} ms: ${labels.join(', ')}`;
}

/** Converts microseconds to rounded milliseconds. */
const roundedMs = (us: number) => Math.round(us / 100) / 10;

const MAX_AREAS = 30;

/** Formats the time of a profile by component, for each of `count` requests. */
export function formatTimes(title: string, profile: Profile, count: number): string {
  const byId = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(
    profile.nodes.flatMap(({ id, children = [] }) => {
      return children.map((child) => [child, id] as const);
    }),
  );
  const areaOfNode = new Map<number, string>();
  // Native code without a file is attributed to its caller.
  const areaOf = (id: number): string => {
    const cached = areaOfNode.get(id);
    if (cached !== undefined) return cached;
    const parent = parents.get(id);
    const { callFrame } = byId.get(id) as ProfileNode;
    const area = areaOfFrame(callFrame) ?? (parent === undefined ? 'native' : areaOf(parent));
    areaOfNode.set(id, area);
    return area;
  };
  const spent = new Map<string, number>();
  for (const [index, id] of profile.samples.entries()) {
    const area = areaOf(id);
    spent.set(area, (spent.get(area) ?? 0) + (profile.timeDeltas[index] ?? 0));
  }
  const idle = spent.get(IDLE_NODE) ?? 0;
  spent.delete(IDLE_NODE);
  const busy = [...spent.values()].reduce((sum, us) => sum + us, 0);
  const lines = [...spent]
    .sort(([, a], [, other]) => other - a)
    .slice(0, MAX_AREAS)
    .map(([area, us]) => `| ${area} | ${Math.round(us / count)} | ${percent(us, busy)} |`);
  return [
    `### ${title}: ${Math.round(busy / count)} µs of the main thread each`,
    '',
    `${count} requests; idle ${percent(idle, idle + busy)} of the time.`,
    '',
    '| what | µs | share |',
    '|---|---|---|',
    ...lines,
  ].join('\n');
}

function percent(part: number, total: number): string {
  return `${Math.round((100 * part) / total)} %`;
}

/** Null for native code, which belongs to its caller. */
function areaOfFrame({ functionName, url }: CallFrame): string | null {
  if (functionName.startsWith('(') && functionName.endsWith(')')) {
    return functionName === '(anonymous)' || functionName === '(root)' ? null : functionName;
  }
  if (url === '') return null;
  const match = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url);
  if (match) return match[1] ?? null;
  if (url.startsWith('node:')) return `node (${url.split('/')[0]?.slice('node:'.length)})`;
  const path = url.startsWith(ROOT) ? url.slice(ROOT.length) : url;
  return path.split('/').slice(0, 2).join('/');
}
