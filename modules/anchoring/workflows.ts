// Workflows of the module, for the sandbox. Names are part of the histories: never rename one.

export { chainAnchoring } from '../../workflows/chain-anchoring.ts';
export { chainSigner } from '../../workflows/chain-signer.ts';
