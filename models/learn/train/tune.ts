// A few settings of the trees tried beside the usual ones, for as long as the request allows. The
// validation part decides which one is kept; the hold-out knows nothing of it.

import { type BoostingOptions, boost } from './boosted-trees.ts';
import type { Examples } from './matrix.ts';

export interface Tuning {
  readonly seconds: number;
  /** Options that the request has set stay unchanged. */
  readonly pinned: readonly string[];
}

/** The result of tuning, for the card: these options make the same bytes. */
export interface Tuned {
  readonly budgetSeconds: number;
  readonly tried: number;
  readonly of: number;
  /** Log loss on the validation part, with the usual options and with those that were taken. */
  readonly usualLoss: number;
  readonly loss: number;
  readonly chosen: Readonly<Record<string, number>>;
}

type Setting = Partial<
  Record<Exclude<keyof BoostingOptions, 'monotone' | 'missing' | 'bins'>, number>
>;

/** In the order of trial: the most frequently useful settings come first. */
const SETTINGS: readonly Setting[] = [
  {},
  { leaves: 15 },
  { leaves: 7, minRows: 40 },
  { lambda: 10, minRows: 100 },
  { featureShare: 0.5, rowShare: 0.7 },
  { learningRate: 0.1 },
  { leaves: 63, minRows: 50 },
  { leaves: 4, learningRate: 0.1, rounds: 400 },
  { leaves: 15, learningRate: 0.03, rounds: 600, lambda: 5 },
  { leaves: 31, learningRate: 0.02, rounds: 900, featureShare: 0.5 },
];
/** A loss that is lower by less is chance. */
const CLEARLY = 0.001;

interface Watch {
  /** Milliseconds. */
  readonly now: () => number;
  /** Called between two rounds; false stops. */
  readonly goesOn: () => Promise<boolean>;
  readonly onTried: (tried: number, of: number) => Promise<void>;
}

/** Null when it was asked to stop. */
export async function tuneModel(
  { seconds, pinned }: Tuning,
  usual: BoostingOptions,
  data: { readonly training: Examples; readonly validation: Examples },
  watch: Watch,
): Promise<{ readonly options: BoostingOptions; readonly result: Tuned } | null> {
  const end = watch.now() + seconds * 1_000;
  const settings = settingsBeside(pinned);
  let best = { setting: {} as Setting, loss: Number.POSITIVE_INFINITY };
  let usualLoss = Number.POSITIVE_INFINITY;
  let tried = 0;
  for (const [at, setting] of settings.entries()) {
    const isFirst = at === 0;
    const steps = boost(data.training, { ...usual, ...setting }, data.validation);
    let loss = Number.POSITIVE_INFINITY;
    let isWhole = true;
    for (const { validationLoss } of steps) {
      loss = Math.min(loss, validationLoss ?? loss);
      if (!(await watch.goesOn())) return null;
      // The usual setting is tried to its end: there is always something to take.
      isWhole = isFirst || watch.now() < end;
      if (!isWhole) break;
    }
    if (!isWhole) break;
    tried += 1;
    if (isFirst) usualLoss = loss;
    if (loss < best.loss * (isFirst ? 1 : 1 - CLEARLY)) best = { setting, loss };
    await watch.onTried(tried, settings.length);
    if (watch.now() >= end) break;
  }
  const result = {
    budgetSeconds: seconds,
    tried,
    of: settings.length,
    usualLoss: short(usualLoss),
    loss: short(best.loss),
    chosen: best.setting,
  };
  return { options: { ...usual, ...best.setting }, result };
}

/** The distinct settings without the pinned options. */
export function settingsBeside(pinned: readonly string[]): Setting[] {
  const free = SETTINGS.map((setting): Setting => {
    return Object.fromEntries(Object.entries(setting).filter(([name]) => !pinned.includes(name)));
  });
  const seen = new Set<string>();
  return free.filter((setting) => {
    const key = JSON.stringify(setting);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function short(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
