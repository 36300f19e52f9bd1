// A conversation in memory, turn by turn, with the functions that serve `POST /v1/ai/conversation`.

import { hear } from '../../ai/conversation/hear.ts';
import { type Asked, composeSentence, type Draft } from '../../ai/conversation/sentence.ts';
import type { IntentJudge, ReadOrder } from '../../ai/intents/judge.ts';
import type { ParsedIntent } from '../../ai/intents/parse.ts';
import { clarificationOf } from '../../api/language/propose.ts';

export type Talked = {
  kind: 'command' | 'canceled' | 'agreed' | 'question' | 'unclear';
  parsed: ParsedIntent | null;
  asked: string | null;
};

const COMMAND = /^(?:please |can you |could you )?(?:send|pay|transfer|move|wire|give)\b/i;

export function converseInMemory(judge: IntentJudge, orderFor: (message: string) => ReadOrder) {
  let draft: Draft | null = null;
  let asked: Asked | null = null;
  return async (message: string): Promise<Talked> => {
    const order = orderFor(message);
    const heard = hear({ ...order, open: draft, asked });
    if (heard.kind === 'canceled') {
      draft = null;
      asked = null;
      return { kind: 'canceled', parsed: null, asked: null };
    }
    if (heard.kind === 'agreed') return { kind: 'agreed', parsed: null, asked: null };
    if (heard.kind === 'other') {
      const kind = COMMAND.test(message) ? 'unclear' : 'question';
      return { kind, parsed: null, asked: null };
    }
    const read = await judge.read(orderFor(composeSentence(heard.draft)), {});
    const { parsed } = read;
    const clarification = clarificationOf({
      ambiguities: parsed.ambiguities.map((one) => ({ ...one, options: [...one.options] })),
      missing: [...parsed.missing],
    });
    const isOpen = parsed.operation !== null;
    const isAsked = !isOpen && parsed.isSupported;
    draft = isOpen || isAsked ? heard.draft : null;
    asked = isAsked ? clarification : null;
    return { kind: 'command', parsed, asked: asked?.field ?? null };
  };
}
