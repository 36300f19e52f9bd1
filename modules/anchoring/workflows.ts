// Workflows of the module, for the workflow sandbox. Their names are part of histories: never
// rename one.

export { chainAnchoring } from '../../workflows/chain-anchoring.ts';
export { chainSigner } from '../../workflows/chain-signer.ts';
