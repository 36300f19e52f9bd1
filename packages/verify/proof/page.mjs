// The page around the verifier: text in, verdict out.

import { verifyProof } from './verify.mjs';

const at = (id) => document.getElementById(id);

async function check() {
  const verifierKey = at('key').value.trim() || undefined;
  const verdict = await verifyProof(JSON.parse(at('proof').value), { verifierKey });
  if (!verdict.verified) return `NOT VERIFIED: ${verdict.field} ${verdict.reason}`;
  const warning = verdict.keyIsPinned ? '' : '\nThe key came with the proof: compare it.';
  return `VERIFIED${warning}\n${JSON.stringify(verdict, null, 2)}`;
}

at('check').addEventListener('click', () => {
  check().then(
    (text) => {
      at('verdict').textContent = text;
    },
    (error) => {
      at('verdict').textContent = `NOT VERIFIED: ${error.message}`;
    },
  );
});
