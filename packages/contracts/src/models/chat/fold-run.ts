import type { ChatEvent, ChatEventOf } from './events.ts';
import type { Because, ChatItem, ChatRun } from './items.ts';

type RunEvent = Exclude<ChatEvent, { kind: `chat.${string}` | 'message.sent' }>;
type Talk = { readonly items: ChatItem[]; readonly run: ChatRun | null };
type When = { readonly at: string; readonly seq: number };
type Note = Extract<ChatItem, { kind: 'note' }>['note'];

/** What a run does to the transcript and to itself. An event of a run that is over changes nothing. */
export const foldRun = (
  talk: Talk,
  event: RunEvent,
  when: When,
): Talk & { readonly metered?: ChatEventOf<'call.metered'> } => {
  if (event.kind === 'run.started') return { ...talk, run: newRun(event.data) };
  const { run } = talk;
  if (!run) return talk;
  if (event.kind === 'message.text') return { run, items: withText(talk.items, event.data) };
  if (event.data.runId !== run.runId) return talk;
  const note = (name: Note, because: Because | null = null, detail: string | null = null): ChatItem[] => [
    ...talk.items,
    { kind: 'note', id: `note-${when.seq}`, note: name, because, detail, at: when.at },
  ];

  switch (event.kind) {
    case 'run.resumed': {
      const { modelId, effort, cap } = event.data;
      const items = modelId === run.modelId ? note('resumed') : note('model_switched', null, modelId);
      return { items, run: { ...run, ...underWay, modelId, effort, meter: { ...run.meter, cap } } };
    }
    case 'turn.started': {
      const { messageId, turn, of, estimate } = event.data;
      const items: ChatItem[] = [
        ...closeSpeech(talk.items),
        { kind: 'assistant', id: messageId, text: '', state: 'streaming', modelId: run.modelId },
      ];
      const meter = { ...run.meter, estimate };
      return { items, run: { ...run, ...underWay, turn, of, speaking: messageId, meter } };
    }
    case 'run.waiting': {
      const { attempt, of, until, code } = event.data;
      return { ...talk, run: { ...run, state: 'retrying', retry: { attempt, of, until, code } } };
    }
    case 'run.restarted': {
      const items = talk.items.map((item) =>
        item.kind === 'assistant' && item.id === event.data.messageId ? { ...item, text: '' } : item,
      );
      return { items, run: { ...run, ...underWay } };
    }
    case 'call.metered': {
      const { tokensIn, tokensOut, cost } = event.data;
      const meter = {
        ...run.meter,
        spent: run.meter.spent + (cost ?? 0),
        unpriced: run.meter.unpriced + (cost === null ? 1 : 0),
        tokensIn: run.meter.tokensIn + tokensIn,
        tokensOut: run.meter.tokensOut + tokensOut,
        estimate: null,
      };
      return { ...talk, run: { ...run, meter }, metered: event.data };
    }
    case 'turn.ended': {
      const state = event.data.isCut ? 'cut' : 'done';
      const items = talk.items.map((item) =>
        item.kind === 'assistant' && item.id === event.data.messageId ? ({ ...item, state } as const) : item,
      );
      return { items: withoutSilence(items), run: { ...run, speaking: null } };
    }
    case 'tool.started': {
      const { callId: id, entryId, name, access, input } = event.data;
      const started: ChatItem = {
        kind: 'tool',
        id,
        entryId,
        name,
        access,
        input,
        state: 'running',
        result: null,
        ms: null,
      };
      // Begun again after an interruption, a call keeps its one card.
      const others = talk.items.filter((item) => item.kind !== 'tool' || item.id !== id);
      return { run, items: [...others, started] };
    }
    case 'tool.finished': {
      const { callId, outcome: state, ms, result } = event.data;
      const items = talk.items.map((item) =>
        item.kind === 'tool' && item.id === callId ? { ...item, state, ms, result } : item,
      );
      return { run, items };
    }
    case 'run.loop_warning':
      return { run, items: note('loop_warning', null, event.data.tool) };
    case 'consent.answered':
      return { ...talk, run: { ...run, state: 'paused', consent: null } };
    case 'run.paused': {
      const { state, because, consent = null, cap = null } = event.data;
      const isOver = because.code === 'SERVER_STOPPED';
      // A question and a cap are asked in place; only what nobody is asked about needs a line of its own.
      const items = state === 'paused' ? note(isOver ? 'interrupted' : 'paused', because) : talk.items;
      return { items: closeSpeech(items), run: { ...run, ...still, state, because, consent, cap } };
    }
    case 'run.ended': {
      const { outcome, because = null } = event.data;
      if (outcome === 'answered') return { items: closeSpeech(talk.items), run: null };
      const items = closeSpeech(note(outcome, because));
      if (outcome === 'denied') return { items, run: null };
      return { items, run: { ...run, ...still, state: 'stopped', because } };
    }
  }
};

const underWay = { state: 'running', retry: null, consent: null, cap: null, because: null } as const;
const still = { speaking: null, retry: null, consent: null, cap: null } as const;

const newRun = ({ runId, modelId, effort, cap }: ChatEventOf<'run.started'>): ChatRun => ({
  runId,
  modelId,
  effort,
  ...underWay,
  turn: 0,
  of: 0,
  speaking: null,
  meter: { spent: 0, unpriced: 0, tokensIn: 0, tokensOut: 0, cap, estimate: null },
});

/** A piece that begins where the text ends goes on with it; anything else was recorded already or is out of place. */
const withText = (items: readonly ChatItem[], { messageId, offset, text }: ChatEventOf<'message.text'>): ChatItem[] =>
  items.map((item) =>
    item.kind === 'assistant' && item.id === messageId && item.text.length === offset
      ? { ...item, text: item.text + text }
      : item,
  );

/** Whatever is still being written or run when a run comes to a halt was interrupted. */
const closeSpeech = (items: readonly ChatItem[]): ChatItem[] =>
  withoutSilence(
    items.map((item) => {
      if (item.kind === 'assistant' && item.state === 'streaming') return { ...item, state: 'interrupted' };
      return item.kind === 'tool' && item.state === 'running' ? { ...item, state: 'unknown' } : item;
    }),
  );

/** A turn of tool calls alone says nothing: it leaves no empty bubble. */
const withoutSilence = (items: readonly ChatItem[]): ChatItem[] =>
  items.filter((item) => item.kind !== 'assistant' || item.text !== '' || item.state === 'streaming');
