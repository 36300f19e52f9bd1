// The page of the verifier: reads a file or text, shows each step and the verdict. It works
// offline.

import { factsOf, limitsOf, stepsOf } from './page-steps.mjs';
import { verifyProof } from './verify.mjs';

const elementOf = (id) => document.getElementById(id);
const MAX_BYTES = 4 * 1024 * 1024;

/** Creates an element with a text; nothing of a proof is interpreted as markup. */
function element(name, text, className = '') {
  const element = document.createElement(name);
  element.textContent = text;
  element.className = className;
  return element;
}

function step([, sentence], state) {
  const words = { passed: 'Correct: ', failed: 'Not correct: ', open: 'Not reached: ' };
  const item = element('li', '', state);
  item.append(element('span', words[state], 'state'), sentence);
  return item;
}

function show({ isGood, verdict, reason, steps = [], leaf = null, limits = [] }) {
  elementOf('result').hidden = false;
  elementOf('banner').className = isGood ? 'good' : '';
  elementOf('verdict').textContent = verdict;
  elementOf('reason').textContent = reason;
  elementOf('steps').replaceChildren(...steps);
  elementOf('payment').hidden = leaf === null;
  const facts = leaf === null ? [] : factsOf(leaf);
  const parts = facts.flatMap(([name, value]) => [element('dt', name), element('dd', value)]);
  elementOf('facts').replaceChildren(...parts);
  elementOf('limits').replaceChildren(...limits.map((text) => element('li', text)));
}

function refuse(reason, steps = []) {
  const limits = ['A proof that fails says that the file is not what the log has, not why.'];
  show({ isGood: false, verdict: 'NOT VERIFIED', reason, steps, limits });
}

async function check(text) {
  let proof;
  try {
    proof = JSON.parse(text);
  } catch {
    return refuse('This is no proof file: it is not JSON.');
  }
  const verifierKey = elementOf('key').value.trim() || undefined;
  const all = stepsOf(proof?.object);
  const passed = new Set();
  const verdict = await verifyProof(proof, {
    verifierKey,
    passed: (name) => void passed.add(name),
  });
  const firstOpen = all.findIndex(([name]) => !passed.has(name));
  const steps = all.map((name, index) => {
    if (passed.has(name[0])) return step(name, 'passed');
    return step(name, index === firstOpen ? 'failed' : 'open');
  });
  if (!verdict.verified) return refuse(`${verdict.field} ${verdict.reason}.`, steps);
  const size = `The log ${verdict.origin} had ${verdict.treeSize} entries`;
  show({
    isGood: true,
    verdict: 'VERIFIED',
    reason: `${size} when the bank signed it.`,
    steps,
    leaf: verdict.leaf,
    limits: limitsOf(verdict),
  });
}

function run(text) {
  check(text).catch((error) => refuse(`This browser cannot check it: ${error.message}.`));
}

async function take(file) {
  if (!file) return;
  if (file.size > MAX_BYTES) return refuse('This is no proof file: it is too large.');
  const text = await file.text();
  elementOf('proof').value = text;
  run(text);
}

elementOf('check').addEventListener('click', () => run(elementOf('proof').value));
elementOf('file').addEventListener('change', () => void take(elementOf('file').files[0]));

const drop = elementOf('drop');
for (const name of ['dragenter', 'dragover']) {
  drop.addEventListener(name, (event) => {
    event.preventDefault();
    drop.classList.add('over');
  });
}
drop.addEventListener('dragleave', () => drop.classList.remove('over'));
// A file dropped beside the field would otherwise replace the page.
addEventListener('dragover', (event) => event.preventDefault());
addEventListener('drop', (event) => {
  event.preventDefault();
  drop.classList.remove('over');
  void take(event.dataTransfer?.files[0]);
});
