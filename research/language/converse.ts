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

export function converseInMemory(judge: IntentJudge, orderFor: (message: string) => ReadOrder) {
  let draft: Draft | null = null;
  let asked: Asked | null = null;
  let aside: string | null = null;
  return async (message: string): Promise<Talked> => {
    const order = orderFor(message);
    const heard = hear({ ...order, open: draft, asked, aside });
    aside = heard.kind === 'other' ? message : null;
    if (heard.kind === 'canceled') {
      draft = null;
      asked = null;
      return { kind: 'canceled', parsed: null, asked: null };
    }
    if (heard.kind === 'agreed') return { kind: 'agreed', parsed: null, asked: null };
    if (heard.kind === 'again') {
      return { kind: 'command', parsed: null, asked: asked?.field ?? null };
    }
    if (heard.kind === 'other') return { kind: 'question', parsed: null, asked: null };
    const isNew = heard.kind === 'command';
    const sentence: string = isNew || heard.draft === null ? message : composeSentence(heard.draft);
    const { parsed } = await judge.read({ ...orderFor(sentence), isCommand: !isNew }, {});
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
