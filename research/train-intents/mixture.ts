// Chooses the weights of two models.

/** Tried factors of the two models. */
const TRUSTS = Array.from({ length: 16 }, (_, index) => index / 10);
const WEIGHTS = Array.from({ length: 48 }, (_, index) => (index + 1) / 4);

export type Margins = readonly (readonly number[])[];

/** Returns the factors of two models' margins with the smallest log loss of their sum. */
export function chooseMixture(before: Margins, seen: Margins, truth: readonly number[]) {
  let best = { trust: 1, weight: 0, loss: Infinity };
  for (const trust of TRUSTS) {
    for (const weight of WEIGHTS) {
      const loss = computeLoss(before, seen, { truth, trust, weight });
      if (loss < best.loss) best = { trust, weight, loss };
    }
  }
  return best;
}

function computeLoss(
  before: Margins,
  seen: Margins,
  { truth, trust, weight }: { truth: readonly number[]; trust: number; weight: number },
): number {
  let loss = 0;
  for (const [row, all] of before.entries()) {
    let sum = 0;
    for (const [label, margin] of all.entries()) {
      sum += Math.exp(trust * margin + weight * (seen[row]?.[label] ?? 0));
    }
    const truthLabel = truth[row] ?? 0;
    loss +=
      Math.log(sum) - trust * (all[truthLabel] ?? 0) - weight * (seen[row]?.[truthLabel] ?? 0);
  }
  return loss;
}
