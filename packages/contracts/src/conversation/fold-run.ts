import type { ConversationEvent, ConversationEventOf } from './events.ts';
import type { Because, ConversationItem, ConversationMeter, ConversationNote, ConversationRun } from './items.ts';

type RunEvent = Exclude<ConversationEvent, { kind: 'model.switched' | 'message.user' }>;
type Talk = {
  readonly items: ConversationItem[];
  readonly run: ConversationRun | null;
  readonly meter: ConversationMeter;
};
type When = { readonly at: string; readonly seq: number };
type Item<Kind extends ConversationItem['kind']> = Extract<ConversationItem, { kind: Kind }>;

/** What a run does to the transcript and to itself. An event of a run that is over changes nothing. */
export const foldRun = (talk: Talk, event: RunEvent, when: When): Partial<Talk> => {
  if (event.kind === 'run.started') return { run: newRun(event.data) };
  const { run, items } = talk;
  if (!run) return {};
  if (event.kind === 'message.assistant_partial') return { items: withText(items, event.data) };
  if (event.data.runId !== run.runId) return {};
  const note = (name: ConversationNote, because: Because | null = null, detail: string | null = null) => [
    ...items,
    { kind: 'note' as const, id: `note-${when.seq}`, note: name, because, detail, at: when.at },
  ];

  switch (event.kind) {
    case 'message.assistant_started': {
      const { messageId: id, modelId } = event.data;
      const message: Item<'assistant'> = { kind: 'assistant', id, text: '', state: 'streaming', modelId };
      return { items: [...closeOpen(items, run), message], run: { ...run, speaking: id } };
    }
    case 'message.assistant_completed':
      return endSpeech(talk, event.data.messageId, event.data.isCut ? 'cut' : 'done');
    case 'message.assistant_interrupted':
      return endSpeech(talk, event.data.messageId, 'interrupted');
    case 'message.system':
      return { items: note('loop_warning', null, event.data.detail) };
    case 'run.resumed': {
      const { modelId, effort, cap } = event.data;
      const said = modelId === run.modelId ? note('resumed') : note('model_switched', null, modelId);
      return { items: said, run: { ...run, ...underWay, modelId, effort, meter: { ...run.meter, cap } } };
    }
    case 'run.driven':
      return { items: closeOpen(items, run), run: { ...run, ...underWay, speaking: null, phase: null, item: null } };
    case 'run.phase_started':
      return { run: { ...run, phase: event.data.phase, item: null } };
    case 'run.phase_completed':
      return { run: { ...run, phase: null, item: null } };
    case 'run.item_started': {
      const { item: at, of, label } = event.data;
      return { run: { ...run, item: { at, of, label } } };
    }
    case 'run.item_done':
    case 'run.item_failed':
      return { run: { ...run, item: null } };
    case 'run.turn_started': {
      const { turn, of, estimate } = event.data;
      return { run: { ...run, ...underWay, turn, of, meter: { ...run.meter, estimate } } };
    }
    case 'run.waiting': {
      const { attempt, of, until, code } = event.data;
      return { run: { ...run, state: 'retrying', retry: { attempt, of, until, code } } };
    }
    case 'run.retried':
      return { run: { ...run, ...underWay } };
    case 'run.metered':
      return {
        run: { ...run, meter: { ...run.meter, ...addMeter(run.meter, event.data), estimate: null } },
        meter: addMeter(talk.meter, event.data),
      };
    case 'tool.called': {
      const { callId: id, entryId, name, access, input } = event.data;
      const card: Item<'tool'> = {
        kind: 'tool',
        id,
        entryId,
        name,
        access,
        input,
        state: 'running',
        result: null,
        content: null,
        ms: null,
      };
      // Begun again after an interruption, a call keeps its one card.
      const known = lastIndex(items, 'tool', id);
      return { items: [...(known === -1 ? items : items.toSpliced(known, 1)), card] };
    }
    case 'tool.returned': {
      const { callId, outcome: state, ms, result, content } = event.data;
      const at = lastIndex(items, 'tool', callId);
      return at === -1 ? {} : { items: items.with(at, { ...(items[at] as Item<'tool'>), state, ms, result, content }) };
    }
    case 'consent.granted':
      return { run: { ...run, state: 'paused', consent: null } };
    case 'run.paused': {
      const { state, because, consent = null, cap = null } = event.data;
      const isCutOff = because.code === 'SERVER_STOPPED';
      // A question and a cap are asked in place; only what nobody is asked about needs a line of its own.
      const said = state === 'paused' ? note(isCutOff ? 'interrupted' : 'paused', because) : items;
      return { items: withMeter(closeOpen(said, run), run), run: { ...run, ...still, state, because, consent, cap } };
    }
    case 'run.canceled': {
      const isDenied = event.data.reason === 'denied';
      const said = withMeter(closeOpen(note(isDenied ? 'denied' : 'canceled'), run), run);
      return { items: said, run: isDenied ? null : { ...run, ...still, state: 'stopped', because: null } };
    }
    case 'run.failed': {
      const { because } = event.data;
      const items = withMeter(closeOpen(note('failed', because), run), run);
      return { items, run: { ...run, ...still, state: 'stopped', because } };
    }
    case 'run.completed':
      return { items: withMeter(closeOpen(items, run), run), run: null };
  }
};

const underWay = { state: 'running', retry: null, consent: null, cap: null, because: null } as const;
const still = { speaking: null, retry: null, consent: null, cap: null } as const;

type Begun = Pick<ConversationRun, 'runId' | 'modelId' | 'effort'> & { readonly cap: ConversationRun['meter']['cap'] };

/** A run at its beginning: also one that is ordered and that nobody has begun yet. */
export const newRun = ({ runId, modelId, effort, cap }: Begun): ConversationRun => ({
  runId,
  modelId,
  effort,
  ...underWay,
  phase: null,
  item: null,
  turn: 0,
  of: 0,
  speaking: null,
  meter: { spent: 0, unpriced: 0, estimated: 0, tokensIn: 0, tokensCached: 0, tokensOut: 0, cap, estimate: null },
});

/** A piece that begins where the text ends goes on with it; anything else was recorded already or is out of place. */
const withText = (
  items: ConversationItem[],
  { messageId, offset, text }: ConversationEventOf<'message.assistant_partial'>,
): ConversationItem[] => {
  const at = lastIndex(items, 'assistant', messageId);
  const message = items[at] as Item<'assistant'> | undefined;
  return message?.text.length === offset ? items.with(at, { ...message, text: message.text + text }) : items;
};

/** A turn of tool calls alone says nothing: it leaves no empty bubble. */
const endSpeech = ({ items, run }: Talk, id: string, state: Item<'assistant'>['state']): Partial<Talk> => {
  const at = lastIndex(items, 'assistant', id);
  const message = items[at] as Item<'assistant'> | undefined;
  const ended = message && (message.text === '' ? items.toSpliced(at, 1) : items.with(at, { ...message, state }));
  return { ...(ended && { items: ended }), run: run && { ...run, speaking: null } };
};

/** Whatever is still being written or run when a run comes to a halt was interrupted. One speaks and one runs at a time. */
const closeOpen = (items: ConversationItem[], { speaking }: ConversationRun): ConversationItem[] => {
  const spoken = speaking === null ? -1 : lastIndex(items, 'assistant', speaking);
  const message = items[spoken] as Item<'assistant'> | undefined;
  const hushed =
    message?.state !== 'streaming'
      ? items
      : message.text === ''
        ? items.toSpliced(spoken, 1)
        : items.with(spoken, { ...message, state: 'interrupted' });
  const running = hushed.findLastIndex((item) => item.kind === 'tool' && item.state === 'running');
  return running === -1 ? hushed : hushed.with(running, { ...(hushed[running] as Item<'tool'>), state: 'unknown' });
};

/** The answer that ends the run carries what all of it took; words before a pause stood for less. */
const withMeter = (items: ConversationItem[], { meter: { cap: _, estimate: __, ...meter } }: ConversationRun) => {
  if (meter.spent + meter.unpriced + meter.tokensIn + meter.tokensOut === 0) return items;
  const question = items.findLastIndex(({ kind }) => kind === 'user');
  const answer = items.findLastIndex(({ kind }) => kind === 'assistant');
  return items.map((item, at) => {
    if (item.kind !== 'assistant' || at <= question) return item;
    const { meter: ___, ...said } = item;
    return at === answer ? { ...said, meter } : said;
  });
};

const lastIndex = (items: readonly ConversationItem[], kind: ConversationItem['kind'], id: string): number =>
  items.findLastIndex((item) => item.kind === kind && item.id === id);

/** A figure that is no count cannot be summed, whoever wrote it: it is left out, and the conversation opens. */
const countOf = (told: unknown): number => (Number.isSafeInteger(told) && (told as number) >= 0 ? (told as number) : 0);

const addMeter = (meter: ConversationMeter, data: ConversationEventOf<'run.metered'>): ConversationMeter => ({
  spent: meter.spent + countOf(data.cost),
  unpriced: meter.unpriced + (data.cost === null ? 1 : 0),
  estimated: meter.estimated + (data.isEstimate ? 1 : 0),
  tokensIn: meter.tokensIn + countOf(data.tokensIn),
  tokensCached: meter.tokensCached + countOf(data.tokensCached),
  tokensOut: meter.tokensOut + countOf(data.tokensOut),
});
