// Checks of a support vector classifier before the runtime sees it: the runtime reads its lists at
// positions that their lengths promise.

import { readNumbers, readValues } from './message.ts';
import type { NodeView } from './operators.ts';
import { refuse } from './refusal.ts';

const CLASSES = 2;

/**
 * Checks the lists. Returns the widths of the label and of the scores.
 * @throws ModelRefusal
 */
export function checkSupportVectors(node: NodeView): readonly (number | null)[] {
  const width = node.width(0);
  const floats = (name: string) => readNumbers(node.attribute(name), 'floats').length;
  const perClass = readNumbers(node.attribute('vectors_per_class'), 'ints');
  if (width === null)
    return refuseMalformed('the width of the input of support vectors is unknown');
  if (perClass.length !== CLASSES || perClass.some((count) => !(count >= 0))) {
    return refuseMalformed('support vectors of other than two classes');
  }
  const labels =
    readNumbers(node.attribute('classlabels_ints'), 'ints').length ||
    readValues(node.attribute('classlabels_strings'), 'strings').length;
  const vectors = perClass.reduce((sum, count) => sum + count, 0);
  if (labels !== CLASSES || vectors === 0)
    refuseMalformed('support vectors do not fit their classes');
  if (floats('support_vectors') !== vectors * width)
    refuseMalformed('support vectors do not fit their input');
  if (floats('coefficients') !== vectors)
    refuseMalformed('coefficients do not fit the support vectors');
  if (floats('rho') !== 1)
    refuseMalformed('a support vector classifier of two classes has one rho');
  if (floats('prob_a') !== 1 || floats('prob_b') !== 1) {
    refuseMalformed('it gives no probability: fit it with SVC(probability=True)');
  }
  const kernel = floats('kernel_params');
  if (kernel !== 0 && kernel !== 3) refuseMalformed('a kernel has three parameters');
  return [1, CLASSES];
}

function refuseMalformed(detail: string): never {
  return refuse('model_malformed', detail);
}
