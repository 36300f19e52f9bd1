// Tries some settings of the trees besides the defaults, within the time of the request. The
// validation part decides; the hold-out is not used.

import { type BoostingOptions, boost } from './boosted-trees.ts';
import type { Examples } from './matrix.ts';

export interface TuningOptions {
  readonly seconds: number;
  /** Options that the request has set stay unchanged. */
  readonly pinned: readonly string[];
}

/** The result of a tuning, for the card. The options reproduce the same bytes. */
export interface TuningResult {
  readonly budgetSeconds: number;
  readonly tried: number;
  readonly of: number;
  /** Log loss on the validation part, with the default and with the chosen options. */
  readonly usualLoss: number;
  readonly loss: number;
  readonly chosen: Readonly<Record<string, number>>;
}

type Setting = Partial<
  Record<Exclude<keyof BoostingOptions, 'monotone' | 'missing' | 'bins'>, number>
>;

/** Settings in the order of trial; the most useful ones come first. */
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
/** Smallest improvement of the loss that is not chance. */
const MIN_IMPROVEMENT = 0.001;

interface TuningControl {
  /** Milliseconds. */
  readonly now: () => number;
  /** Called between two rounds; returns false to stop. */
  readonly canContinue: () => Promise<boolean>;
  readonly onTried: (tried: number, total: number) => Promise<void>;
}

/** Returns null when it was stopped. */
export async function tuneModel(
  { seconds, pinned }: TuningOptions,
  defaultOptions: BoostingOptions,
  data: { readonly training: Examples; readonly validation: Examples },
  control: TuningControl,
): Promise<{ readonly options: BoostingOptions; readonly result: TuningResult } | null> {
  const end = control.now() + seconds * 1_000;
  const settings = listSettings(pinned);
  let best = { setting: {} as Setting, loss: Number.POSITIVE_INFINITY };
  let usualLoss = Number.POSITIVE_INFINITY;
  let tried = 0;
  for (const [index, setting] of settings.entries()) {
    const isFirst = index === 0;
    const steps = boost(data.training, { ...defaultOptions, ...setting }, data.validation);
    let loss = Number.POSITIVE_INFINITY;
    let isFinished = true;
    for (const { validationLoss } of steps) {
      loss = Math.min(loss, validationLoss ?? loss);
      if (!(await control.canContinue())) return null;
      // The default setting is always trained to its end, so that there is a result.
      isFinished = isFirst || control.now() < end;
      if (!isFinished) break;
    }
    if (!isFinished) break;
    tried += 1;
    if (isFirst) usualLoss = loss;
    if (loss < best.loss * (isFirst ? 1 : 1 - MIN_IMPROVEMENT)) best = { setting, loss };
    await control.onTried(tried, settings.length);
    if (control.now() >= end) break;
  }
  const result = {
    budgetSeconds: seconds,
    tried,
    of: settings.length,
    usualLoss: roundToSix(usualLoss),
    loss: roundToSix(best.loss),
    chosen: best.setting,
  };
  return { options: { ...defaultOptions, ...best.setting }, result };
}

/** Returns the distinct settings without the pinned options. */
export function listSettings(pinned: readonly string[]): Setting[] {
  const freeSettings = SETTINGS.map((setting): Setting => {
    return Object.fromEntries(Object.entries(setting).filter(([name]) => !pinned.includes(name)));
  });
  const seenSettings = new Set<string>();
  return freeSettings.filter((setting) => {
    const key = JSON.stringify(setting);
    if (seenSettings.has(key)) return false;
    seenSettings.add(key);
    return true;
  });
}

function roundToSix(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
